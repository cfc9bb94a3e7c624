#!/usr/bin/env bash
# Swift: `Store & Saving` is another type than `Store`, although each `Store` is `Saving`.
#
# A container keeps services under their types. `class Store: Saving`, and `protocol Syncing: Saving`. A good guess: in
# `Store & Saving` the protocol says nothing new, so the compiler drops it, and both are the same key. It does that for
# protocols: `Syncing & Saving` is `Syncing`, and `Saving & AnyObject` is `Saving`, since that protocol is for classes
# only. In fact, it keeps a protocol beside a class. So a service that is registered as `Store` isn't found as
# `Store & Saving`, and the other way round, though each value of one is a value of the other.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_swift <<'SWIFT'
protocol Saving: AnyObject {}
protocol Syncing: Saving {}
class Store: Saving {}

var services: [ObjectIdentifier: Any] = [:]
func register<T>(_ type: T.Type, _ service: T) { services[ObjectIdentifier(type)] = service }
func resolve<T>(_ type: T.Type) -> String { services[ObjectIdentifier(type)] is T ? "found" : "not found" }
func same(_ title: String, _ a: Any.Type, _ b: Any.Type) { print("\(title): \(a == b ? "one key" : "two keys")") }

let store = Store()
let both: Store & Saving = store  // without a cast
let back: Store = both
register(Store.self, back)
print("Store: \(resolve(Store.self)), Store & Saving: \(resolve((Store & Saving).self))")
same("Syncing & Saving, Syncing", (any Syncing & Saving).self, (any Syncing).self)
same("Saving & AnyObject, Saving", (any Saving & AnyObject).self, (any Saving).self)
same("Store & Saving, Store", (Store & Saving).self, Store.self)
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
Store: found, Store & Saving: not found
Syncing & Saving, Syncing: one key
Saving & AnyObject, Saving: one key
Store & Saving, Store: two keys" "$seen"
