#!/usr/bin/env bash
# Swift: `.init(…)` in place of the type's name makes the compiler call another function.
#
# Two functions have the same name. One takes a closure for any thread, the other a `@MainActor` closure. For a closure
# without `@MainActor`, the compiler chooses the first one, and for a closure with it, the second one. A good guess:
# `.init(timeout: 5)` is short for `Config(timeout: 5)`, so it doesn't matter which of the two stands in the closure. In
# fact, where an optional `Config` is expected, the closure with `.init` goes to the `@MainActor` function. Such pairs
# of functions exist to keep work off the main thread, or on it. Nothing warns of it. Other short forms, such as `.make()`,
# and a closure with two statements go to the right function.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org), in language mode 5 and 6.
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_swift <<'SWIFT'
struct Config: Sendable {
    var timeout = 1
    static func make() -> Config { Config() }
}
struct Client: Sendable {
    init(config: Config?) {}
}
struct OtherClient: Sendable {
    init(config: Config) {}
}

func use<T: Sendable>(_ name: String, _ closure: @escaping @Sendable () -> T) {
    print("\(name): any thread")
}
@MainActor func use<T>(_ name: String, _ closure: @escaping @MainActor () -> T) {
    print("\(name): the main actor")
}

@MainActor func test() {
    use("@MainActor in") { @MainActor in Client(config: Config(timeout: 5)) }
    use("Config(timeout: 5)") { Client(config: Config(timeout: 5)) }
    use(".make()") { Client(config: .make()) }
    use(".init(timeout: 5)") { Client(config: .init(timeout: 5)) }
    use(".init(timeout: 5), two statements") {
        let client = Client(config: .init(timeout: 5))
        return client
    }
    use(".init(timeout: 5), not optional") { OtherClient(config: .init(timeout: 5)) }
}
MainActor.assumeIsolated { test() }
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
@MainActor in: the main actor
Config(timeout: 5): any thread
.make(): any thread
.init(timeout: 5): the main actor
.init(timeout: 5), two statements: any thread
.init(timeout: 5), not optional: any thread" "$seen"
