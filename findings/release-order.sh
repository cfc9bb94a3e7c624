#!/usr/bin/env bash
# Swift: a release build releases the services of a function in another order than a debug build.
#
# A function creates a database, a cache that writes to it, and a log. At its end they are released, and each one closes
# in its `deinit`. A good guess: the order is fixed, as in C++: variables in the reverse order of their declaration,
# properties and elements of an array in their order. It is so in a debug build. In fact, with `-O` the optimizer puts
# the releases where it wants, so the log can be the last one, and services in an array can be released before the
# function's last line runs. So a `deinit` that still needs another service works in debug builds and tests, and fails
# in the released app. The properties of a struct, and of an object that is released elsewhere, keep their order. With
# Swift 6.0.3, only the array differs: a new compiler changes the order, too.
#
# Swift 6.2.3 (Debian unstable, November 2026). The same with Swift 6.3.1 (swift.org).
# Known: a compiler engineer says so in https://forums.swift.org/t/arc-deinit-time-question/64522/2: the order of two
# `deinit`s isn't defined.
. "$(dirname "$0")/common.sh"

debian=sid
cat >"$work/program" <<'SWIFT'
var events: [String] = []
final class Service {
    let name: String
    init(_ name: String) { self.name = name }
    deinit { events.append(name) }
}
class App { let database = Service("database"), cache = Service("cache"), log = Service("log") }
struct Services { let database = Service("database"), cache = Service("cache"), log = Service("log") }

func variables() {
    let database = Service("database"), cache = Service("cache"), log = Service("log")
    events.append("last line")
    _ = (database, cache, log)
}
func array() {
    let services = [Service("database"), Service("cache"), Service("log")]
    events.append("last line")
    _ = services
}
func localObject() { let app = App(); events.append("last line"); _ = app }
func localStruct() { let services = Services(); events.append("last line"); _ = services }
var global: AnyObject?
func objectElsewhere() { global = App(); events.append("last line"); global = nil }

for (title, run) in [
    ("variables", variables), ("array", array), ("object", localObject), ("struct", localStruct),
    ("object of a global variable", objectElsewhere),
] {
    events = []
    run()
    print("  \(title): \(events.joined(separator: ", "))")
}
SWIFT
SWIFT_ROOT=${SWIFT_ROOT:-$work/root}
seen=$(for option in -Onone -O; do echo "$option"; run_swift $option <"$work/program"; done)

expect "-Onone
Swift version 6.2.3 (swift-6.2.3-RELEASE)
  variables: last line, log, cache, database
  array: last line, database, cache, log
  object: last line, database, cache, log
  struct: last line, database, cache, log
  object of a global variable: last line, database, cache, log
-O
Swift version 6.2.3 (swift-6.2.3-RELEASE)
  variables: last line, cache, database, log
  array: cache, log, database, last line
  object: last line, log, cache, database
  struct: last line, database, cache, log
  object of a global variable: last line, database, cache, log" "$seen"
