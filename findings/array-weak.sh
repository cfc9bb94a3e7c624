#!/usr/bin/env bash
# Swift: a local array keeps its objects alive in a debug build. In a release build it doesn't, though a variable does.
#
# A test keeps its services in an array, since the tested code holds them weakly. A good guess: since Swift 5.7, a local
# variable keeps its object until code that could notice the release has run, such as a read of a weak variable. So the
# array keeps its objects, too. In fact, with `-O` the array is released right after its last use: the weak variable is
# nil, though the array is still in scope. The same for a dictionary, and for a struct that has an array. A tuple, or a
# struct that holds the object itself, keeps it. `withExtendedLifetime(services) { … }` keeps an array. (With Swift
# 6.2.3, also an array that is an argument is released early, if the function is inlined, and `defer { _ = services }`
# doesn't help. With 6.0.3 it does.)
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: swiftlang/swift#64553 makes it so; https://forums.swift.org/t/arc-deinit-time-question/64522/2 explains it.
. "$(dirname "$0")/common.sh"

cat >"$work/program" <<'SWIFT'
final class Service {}
final class Listeners { weak var first: Service? }
struct Services { let service: Service }
struct List { let services: [Service] }

let listeners = Listeners()
func make() -> Service {
    let service = Service()
    listeners.first = service
    return service
}
func show(_ title: String) { print("  \(title): \(listeners.first == nil ? "released" : "alive")") }

func variable() { let service = make(); show("variable") }
func tuple() { let services = (make(), 1); show("tuple") }
func inStruct() { let services = Services(service: make()); show("struct") }
func array() { let services = [make()]; show("array") }
func dictionary() { let services = ["first": make()]; show("dictionary") }
func arrayInStruct() { let list = List(services: [make()]); show("struct with an array") }
func extended() { let services = [make()]; withExtendedLifetime(services) { show("array, withExtendedLifetime") } }
variable()
tuple()
inStruct()
array()
dictionary()
arrayInStruct()
extended()
SWIFT
SWIFT_ROOT=${SWIFT_ROOT:-$work/root}
seen=$(for option in -Onone -O; do echo "$option"; run_swift $option -suppress-warnings <"$work/program"; done)

expect "-Onone
Swift version 6.0.3 (swift-6.0.3-RELEASE)
  variable: alive
  tuple: alive
  struct: alive
  array: alive
  dictionary: alive
  struct with an array: alive
  array, withExtendedLifetime: alive
-O
Swift version 6.0.3 (swift-6.0.3-RELEASE)
  variable: alive
  tuple: alive
  struct: alive
  array: released
  dictionary: released
  struct with an array: released
  array, withExtendedLifetime: alive" "$seen"
