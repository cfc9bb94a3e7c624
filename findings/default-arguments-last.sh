#!/usr/bin/env bash
# Swift: the arguments that a call leaves out are evaluated after those that it writes, whatever the order is.
#
# `init(settings: String = load(), log: String)`: the default loads the settings, and the expression for `log` reads
# them. A good guess: arguments are evaluated from left to right, so the settings are loaded first. In fact, the
# arguments that stand in the call come first. Then come the defaults, in the order of the parameters. So `log` reads
# settings that are not loaded yet. If the caller writes `settings: load()`, the order is the other one. So a test that
# passes a fake changes the order in which the rest is built.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: swiftlang/swift-book#428 (the order isn't in Swift's book), and SE-0411.
. "$(dirname "$0")/common.sh"

seen=$(run_swift <<'SWIFT'
var settings = "not loaded"
func load() -> String {
    settings = "loaded"
    return settings
}
func step(_ name: String) -> String { "\(name): the settings are \(settings)" }

struct Feed {
    init(settings: String = load(), log: String, cache: String = step("cache")) { print("  \(log)\n  \(cache)") }
}

print("the call leaves out the settings:")
_ = Feed(log: step("log"))
settings = "not loaded"
print("the call has the settings:")
_ = Feed(settings: load(), log: step("log"))
settings = "not loaded"
print("the call has the cache:")
_ = Feed(log: step("log"), cache: step("cache"))
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
the call leaves out the settings:
  log: the settings are not loaded
  cache: the settings are loaded
the call has the settings:
  log: the settings are loaded
  cache: the settings are loaded
the call has the cache:
  log: the settings are not loaded
  cache: the settings are not loaded" "$seen"
