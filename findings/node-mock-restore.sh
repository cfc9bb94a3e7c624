#!/usr/bin/env bash
# Node.js: a mock of one object is restored, and later a mock of the class doesn't reach this object.
#
# Two tests share a clock. Test A replaces the method `now` of this clock with `mock.method` of `node:test`, and the
# mock is restored at the end. Test B replaces `now` in the class, for all clocks. A good guess: after test A, the clock
# is as before, so test B doesn't depend on test A. In fact, restoring puts the real method into the clock itself, and
# before test A, only the class had this method. `Object.keys` doesn't show it. From then on, the clock doesn't use the
# method of its class. So test B gets its fake if it runs alone, and the real method if it runs after test A. The same
# happens with a static method that a class inherits.
#
# Node.js 20 (Debian 13). The same with Node.js 24.19.0. (sinon 18.0.0 removes its stub from the object.)
# Known: jestjs/jest#8625, vitest-dev/vitest#7804 and jasmine/jasmine#737, for the same mistake in other libraries. No
# report found for Node.js, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_debian "$work/root" nodejs main.mjs 'node main.mjs' <<'JAVASCRIPT'
import { mock } from 'node:test'

function run(title, tests) {
  class Clock {
    now() { return 'real' }
    static zone() { return 'real' }
  }
  class WallClock extends Clock {}
  const clock = new WallClock()

  console.log(`${title}:`)
  for (const test of tests) {
    mock.method(test === 'A' ? clock : Clock.prototype, 'now', () => `fake ${test}`)
    mock.method(test === 'A' ? WallClock : Clock, 'zone', () => `fake ${test}`)
    console.log(`  in test ${test}: ${clock.now()}, zone: ${WallClock.zone()}`)
    mock.restoreAll()
    console.log(`  after test ${test}: ${clock.now()}, names in the clock: [${Object.getOwnPropertyNames(clock)}]`)
  }
}

console.log('Node.js', process.versions.node.split('.')[0])
run('only test B', ['B'])
run('test A, then test B', ['A', 'B'])
JAVASCRIPT
)

expect "Node.js 20
only test B:
  in test B: fake B, zone: fake B
  after test B: real, names in the clock: []
test A, then test B:
  in test A: fake A, zone: fake A
  after test A: real, names in the clock: [now]
  in test B: real, zone: real
  after test B: real, names in the clock: [now]" "$seen"
