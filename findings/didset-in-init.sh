#!/usr/bin/env bash
# Swift: with `@Observable` or a property wrapper, `init` calls the `didSet` of a property. Without them, it doesn't.
#
# A model has `var user = "nobody" { didSet { save() } }`, and `init(_:)` assigns it. A good guess: in the `init` of a
# class, its own observers aren't called, so nothing is saved. This is what Swift's book says. In fact, if the class is
# `@Observable`, or if the property has a wrapper, the assignment in `init` calls `didSet`. So each model that is created
# writes to the disk, in tests and previews, too. Without an initial value, the first assignment doesn't call it, and a
# second one does. The cause: the property is a computed one, whose setter writes to what is stored and has the `didSet`.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: swiftlang/swift#31292 says when `init` calls the setter of a wrapped property. No report found for `@Observable`,
# 2026-11. (swiftlang/swift-book#370 is about classes without both.)
. "$(dirname "$0")/common.sh"

# Debian's library with Observation has an unresolved symbol that nothing here calls.
seen=$(run_swift -O -Xlinker --unresolved-symbols=ignore-in-shared-libs <<'SWIFT'
import Observation

var saved: [String] = []

final class Plain {
    var user = "nobody" { didSet { saved.append(user) } }
    init(_ user: String) { self.user = user }
}
@propertyWrapper struct Wrapper { var wrappedValue: String }
final class WithWrapper {
    @Wrapper var user = "nobody" { didSet { saved.append(user) } }
    init(_ user: String) { self.user = user }
}
final class WithWrapperTwice {
    @Wrapper var user: String { didSet { saved.append(user) } }
    init(_ user: String) {
        self.user = "nobody"
        self.user = user
    }
}
@Observable final class Model {
    var user = "nobody" { didSet { saved.append(user) } }
    init(_ user: String) { self.user = user }
}
@Observable final class NoInitialValue {
    var user: String { didSet { saved.append(user) } }
    init(_ user: String) { self.user = user }
    init(twice user: String) {
        self.user = "nobody"
        self.user = user
    }
}

func show(_ title: String, _ make: () -> AnyObject) {
    saved = []
    _ = make()
    print("\(title): \(saved)")
}
show("class", { Plain("Ann") })
show("@Observable class", { Model("Ann") })
show("@Observable class, no initial value", { NoInitialValue("Ann") })
show("@Observable class, no initial value, assigned twice", { NoInitialValue(twice: "Ann") })
show("property wrapper", { WithWrapper("Ann") })
show("property wrapper, no initial value, assigned twice", { WithWrapperTwice("Ann") })
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
class: []
@Observable class: [\"Ann\"]
@Observable class, no initial value: []
@Observable class, no initial value, assigned twice: [\"Ann\"]
property wrapper: [\"Ann\"]
property wrapper, no initial value, assigned twice: [\"Ann\"]" "$seen"
