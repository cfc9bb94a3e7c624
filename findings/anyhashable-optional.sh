#!/usr/bin/env bash
# Swift: as a name of type AnyHashable, an optional is equal to the value in it, and an Int is equal to a Double.
#
# A container keeps services under names of type `AnyHashable`, so that each module can have its own type of names. A
# good guess: two names are equal if they have the same type and are equal there. So `7` and `Optional(7)` are two
# names, as their types differ. In fact, they are one entry: what is registered last replaces the other. This is the
# same for `7`, `7.0` and `UInt8(7)`, and for arrays, sets and dictionaries of them, but not in a struct of your own.
# A `Substring` isn't equal to the `String`, `true` isn't equal to 1, and the nils of two types aren't equal.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: apollographql/apollo-ios-dev#771 and swiftlang/swift#20523 for optionals. AnyHashable's
# documentation says that it compares a number with an NSNumber by value, and nothing of Int and Double.
. "$(dirname "$0")/common.sh"

seen=$(run_swift <<'SWIFT'
struct Name<T: Hashable>: Hashable { let value: T }

var services: [AnyHashable: String] = [:]
let number = 7, optional: Int? = 7
services[AnyHashable(number)] = "the service of a number"
services[AnyHashable(optional)] = "the service of an optional"
print("\(services.count) entry, under \(number) stands \(services[AnyHashable(number)]!)")

func show<A: Hashable, B: Hashable>(_ a: A, _ b: B) {
    print("\(A.self), \(B.self): \(AnyHashable(a) == AnyHashable(b) ? "equal" : "not equal")")
}
show(7, Optional(7))
show(Optional(7), Optional(7.0))
show(7, UInt8(7))
show([7], [7.0])
show(["a": 7], ["a": 7.0])
show(Name(value: 7), Name(value: 7.0))
show(Name(value: 7), Name(value: Optional(7)))
show("a" as Substring, "a")
show(true, 1)
show(Int?.none, String?.none)
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
1 entry, under 7 stands the service of an optional
Int, Optional<Int>: equal
Optional<Int>, Optional<Double>: equal
Int, UInt8: equal
Array<Int>, Array<Double>: equal
Dictionary<String, Int>, Dictionary<String, Double>: equal
Name<Int>, Name<Double>: not equal
Name<Int>, Name<Optional<Int>>: not equal
Substring, String: not equal
Bool, Int: not equal
Optional<Int>, Optional<String>: not equal" "$seen"
