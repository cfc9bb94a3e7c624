#!/usr/bin/env bash
# lagom (Python): a test makes a copy of the container and puts a fake in the copy. The app then gets the fake.
#
# The app registers a `Feed` as singleton, which needs a `Clock`. A test clones the container and registers a fake clock
# in the clone. A good guess: the clone builds a `Feed` of its own with the fake, and the app keeps the real one. In
# fact, container and clone share one `Feed`. If the test asks first, the app gets the `Feed` with the fake clock. If
# the app asks first, the test gets the `Feed` with the real clock. Asked for a `Clock`, both answer correctly.
#
# lagom 2.7.7.
# Known: no report found, 2026-11. (meadsteve/lagom#175 asks for containers without singletons, to put under others.)
. "$(dirname "$0")/common.sh"

seen=$(run_python lagom==2.7.7 typing-extensions==4.16.0 <<'PYTHON'
from lagom import Container, Singleton

class Clock: name = "the real clock"
class FakeClock(Clock): name = "the fake clock"
class Feed:
    def __init__(self, clock: Clock): self.clock = clock

for who in ("the test", "the app"):
    app = Container()
    app[Clock] = Clock
    app[Feed] = Singleton(Feed)
    test = app.clone()
    test[Clock] = FakeClock
    print(f"If {who} asks first:")
    (test if who == "the test" else app).resolve(Feed)
    print("  The feed of the test has", test[Feed].clock.name)
    print("  The feed of the app has", app[Feed].clock.name)
    assert (test[Clock].name, app[Clock].name) == ("the fake clock", "the real clock")
PYTHON
)

expect "If the test asks first:
  The feed of the test has the fake clock
  The feed of the app has the fake clock
If the app asks first:
  The feed of the test has the real clock
  The feed of the app has the real clock" "$seen"
