#!/usr/bin/env bash
# Swift: a cast makes a key path writable, and code of another module sets a `private(set)` property through it.
#
# A container fills properties through key paths. It casts each `PartialKeyPath` to `ReferenceWritableKeyPath`, and
# skips those that aren't writable. The class has `public private(set) var`. A good guess: for other modules, its key
# path `\Feed.state` is read-only, so the cast gives nil. The compiler says so, too: to assign through `\Feed.state` is
# an error. In fact, the object behind the key path is the writable one, no matter which module has written it down. So
# the cast works, and the container sets what only the class should set. The same for `internal(set)`, for a computed
# property, and in a library that is built with library evolution. For a `let`, the cast gives nil.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: no report found, 2026-11. (swiftlang/swift#15808 makes the static type read-only.)
. "$(dirname "$0")/common.sh"

seen=$(run_swift_modules <<'SHELL'
cat >Library.swift <<'SWIFT'
public final class Feed {
    public private(set) var state = "real"
    public internal(set) var count: String {
        get { storage }
        set { storage = newValue }
    }
    public let name = "real"
    var storage = "real"
    public init() {}
}
SWIFT
cat >main.swift <<'SWIFT'
import Library
let feed = Feed()
for path: PartialKeyPath<Feed> in [\.state, \.count, \.name] {
    guard let writable = path as? ReferenceWritableKeyPath<Feed, String> else { continue }
    feed[keyPath: writable] = "written by another module"
}
print("  private(set): \(feed.state)\n  internal(set): \(feed.count)\n  let: \(feed.name)")
SWIFT
for option in "" -enable-library-evolution; do
    swiftc -O $option -parse-as-library -emit-module -emit-library -static -module-name Library Library.swift
    swiftc -O -I. main.swift -L. -lLibrary -o main
    echo "library${option:+, $option}:"
    ./main
done
SHELL
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
library:
  private(set): written by another module
  internal(set): written by another module
  let: real
library, -enable-library-evolution:
  private(set): written by another module
  internal(set): written by another module
  let: real" "$seen"
