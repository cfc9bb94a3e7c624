#!/usr/bin/env bash
# XCTest: a block that one test sends to the main queue runs with the task-local values of a later test.
#
# A good guess: the block sees the default, because a dispatch queue keeps no task-local values; or it sees the value of
# the test that has sent it. In fact, the block runs while a later test waits for an expectation: this test runs the
# main queue on its own stack, inside its `withValue`. So late work of one test uses the fakes of another test. (A block
# without a delay sometimes runs between the two tests, with the default.)
#
# XCTest of Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: no report found, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_swift <<'SWIFT'
import XCTest

enum Value {
    @TaskLocal static var current = "the default"
}
var seen = "nothing yet"

final class Tests: XCTestCase {
    func testA() {
        Value.$current.withValue("the value of test A") {
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { seen = Value.current }
        }
    }

    func testB() {
        Value.$current.withValue("the value of test B") {
            let slow = expectation(description: "something slow")
            DispatchQueue.global().asyncAfter(deadline: .now() + 2) { slow.fulfill() }
            wait(for: [slow], timeout: 10)
        }
        print("The block of test A saw: \(seen)")
    }
}

XCTMain([testCase([("testA", Tests.testA), ("testB", Tests.testB)])])
SWIFT
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
The block of test A saw: the value of test B" "$(grep -E '^(Swift version|The block)' <<<"$seen")"
