# What the scripts of this folder share. They begin with: . "$(dirname "$0")/common.sh"
set -euo pipefail
shopt -s inherit_errexit  # also in $(…)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Installs exactly these packages of PyPI in the temporary folder, and runs the Python program from standard input.
run_python() {
    PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --no-deps --target "$work/site" "$@" </dev/null >&2
    PYTHONPATH=$work/site python3 -
}

# Makes a folder with Debian 13 (or $debian) and these packages, if the first of them isn't there yet. Then it writes
# standard input to the file, and runs the command there.
run_debian() {
    local root=$1 packages=$2 file=$3 command=$4
    cat >"$work/$file"
    if [ ! -d "$root/usr/share/doc/${packages%%,*}" ]; then
        local mirror
        mirror=$(apt-get indextargets --format "\$(LABEL) \$(REPO_URI)" "Created-By: Packages" |
            sed -n 's/^Debian //p' | sed 1q)
        debootstrap --variant=minbase --include="$packages" "${debian:-trixie}" "$root" "$mirror" </dev/null >&2
    fi
    cp "$work/$file" "$root/tmp/$file"
    # The mount ends with the command.
    unshare --mount sh -c 'mount --bind /proc "$1/proc" && chroot "$1" sh -c "cd /tmp && $2"' _ "$root" "$command"
}

# Compiles and runs the Swift program from standard input with these options (or with -O), and first prints the
# compiler's version. If SWIFT_ROOT names a folder, Debian is installed there and can be used again.
run_swift() {
    run_debian "${SWIFT_ROOT:-$work/root}" swiftlang,libc6-dev main.swift \
        "swiftc --version 2>&1 | sed 1q && swiftc ${*:--O} main.swift -o main >&2 && ./main"
}

# The same for several files: standard input is a shell script that writes and compiles them in an empty folder.
run_swift_modules() {
    run_debian "${SWIFT_ROOT:-$work/root}" swiftlang,libc6-dev main.sh \
        'swiftc --version 2>&1 | sed 1q && rm -rf modules && mkdir modules && cd modules && sh -e ../main.sh'
}

# Runs the PHP program from standard input with these packages, and first prints their major and minor versions.
run_php() {
    run_debian "$work/root" "$1,php-cli" main.php \
        "dpkg-query --show ${1//,/ } php-cli | sed 's/\(\t[^.]*\.[0-9]*\).*/\1/' && php main.php"
}

# Compiles and runs the Java program from standard input with Spring.
run_spring() {
    local jars=/usr/share/java/commons-logging.jar name
    for name in aop beans context core expression; do jars+=:/usr/share/java/spring3-$name.jar; done
    run_debian "$work/root" libspring-context-java,libcommons-logging-java,openjdk-21-jdk-headless Main.java \
        "java -cp $jars Main.java"
}

# Fails if the output isn't the expected one.
expect() {
    if [ "$1" != "$2" ]; then
        printf 'The output is another.\n--- expected\n%s\n--- seen\n%s\n' "$1" "$2"
        exit 1
    fi
    printf 'As described:\n%s\n' "$2"
}
