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

# Compiles and runs the Swift program from standard input, and first prints the compiler's version. The compiler is that
# of Debian 13 in a root folder of its own. If SWIFT_ROOT names a folder, the root is made there and can be used again.
run_swift() {
    local root=${SWIFT_ROOT:-$work/root}
    cat >"$work/main.swift"
    if [ ! -x "$root/usr/bin/swiftc" ]; then
        local mirror
        mirror=$(apt-get indextargets --format "\$(LABEL) \$(REPO_URI)" "Created-By: Packages" |
            sed -n 's/^Debian //p' | sed 1q)
        debootstrap --variant=minbase --include=swiftlang,libc6-dev trixie "$root" "$mirror" </dev/null >&2
    fi
    cp "$work/main.swift" "$root/tmp/main.swift"
    # The mount ends with the command.
    unshare --mount sh -c 'mount --bind /proc "$1/proc" && chroot "$1" sh -c "
        cd /tmp && swiftc --version 2>&1 | sed 1q && swiftc -O main.swift -o main >&2 && ./main"' _ "$root"
}

# Fails if the output isn't the expected one.
expect() {
    if [ "$1" != "$2" ]; then
        printf 'The output is another.\n--- expected\n%s\n--- seen\n%s\n' "$1" "$2"
        exit 1
    fi
    printf 'As described:\n%s\n' "$2"
}
