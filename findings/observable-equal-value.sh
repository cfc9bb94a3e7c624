#!/usr/bin/env bash
# Swift, Observation: an equal value is no change if it is assigned, and it is a change if it is written in place.
#
# A view tracks a property of an `@Observable` class. A good guess: each write reports a change, as with
# `ObservableObject`, so assigning the value again makes the view ask again. This was so with Swift 6.0. With Swift 6.2,
# `model.count = 1` reports nothing if the count is 1 already, and the same object isn't reported either. A second good
# guess: then `model.count += 0` reports nothing, too. In fact, it does, as does `model.list[0] = 1`. A value that isn't
# `Equatable` is always reported. The compiler writes the code for this, so the same source behaves differently. So a
# test fake that gives the same answer again no longer reaches the screen.
#
# Swift 6.2.3 (Debian unstable, November 2026). The same with Swift 6.3.1 (swift.org). With Swift 6.0.3, each line is
# "reported".
# Known: swiftlang/swift#78151 and #79518, for the assignment.
. "$(dirname "$0")/common.sh"

debian=sid
seen=$(run_swift <<'SWIFT'
import Observation

final class Service {}
struct Point { var x = 1 }  // not Equatable
@Observable final class Model {
    var count = 1
    var list = [1]
    var service = Service()
    var point = Point()
}

func show(_ title: String, _ read: (Model) -> Void, _ write: (Model) -> Void) {
    nonisolated(unsafe) var isReported = false
    let model = Model()
    withObservationTracking { read(model) } onChange: { isReported = true }
    write(model)
    print("\(title): \(isReported ? "reported" : "not reported")")
}

show("count = 2", { _ = $0.count }, { $0.count = 2 })
show("count = 1", { _ = $0.count }, { $0.count = 1 })
show("count += 0", { _ = $0.count }, { $0.count += 0 })
show("list = [1]", { _ = $0.list }, { $0.list = [1] })
show("list[0] = 1", { _ = $0.list }, { $0.list[0] = 1 })
show("the same service", { _ = $0.service }, { $0.service = $0.service })
show("an equal point", { _ = $0.point }, { $0.point = Point() })
SWIFT
)

expect "Swift version 6.2.3 (swift-6.2.3-RELEASE)
count = 2: reported
count = 1: not reported
count += 0: reported
list = [1]: not reported
list[0] = 1: reported
the same service: not reported
an equal point: reported" "$seen"
