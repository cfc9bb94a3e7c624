#!/usr/bin/env bash
# Dispatch: some iterations of `concurrentPerform` see a task-local value of the caller, and the others don't.
#
# A good guess: all iterations see the value, because the call waits for them; or no iteration sees it, because they run
# on the threads of a dispatch queue. In fact, the calling thread takes a share of the iterations. There, the value is
# "bound"; on the other threads, it is the default. So a test that binds a fake uses it in some iterations only, and
# which iterations these are changes from run to run. Needs two processors.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_swift <<'SWIFT'
import Dispatch
import Synchronization

enum Value {
    @TaskLocal static var current = "default"
}
let seen = Mutex<Set<String>>([])

Value.$current.withValue("bound") {
    DispatchQueue.concurrentPerform(iterations: 1000) { i in
        let value = Value.current
        var sum = 0.0  // some work, so that all threads get iterations
        for j in 0..<100_000 { sum += Double(i ^ j).squareRoot() }
        if sum > 0 { _ = seen.withLock { $0.insert(value) } }
    }
}
print("In one call, the iterations saw: \(seen.withLock { $0.sorted().joined(separator: ", ") })")
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
In one call, the iterations saw: bound, default" "$seen"
