#!/usr/bin/env bash
# dependency-injector (Python): an object that you give to a provider arrives in the service as a deep copy.
#
# A good guess: `Singleton(Feed, clock)` calls `Feed(clock)`. It does if you ask the class of the container. But an
# instance of the container copies all arguments deeply, once for each container. So a fake that counts its calls stays
# at 0, and two containers don't share a cache that both were given. `providers.Object(clock)` isn't copied, neither
# alone nor as an argument. Nothing warns of the difference.
#
# dependency-injector 4.49.1.
# Known: ets-labs/python-dependency-injector#231 for `providers.Object`, since changed. No report found for arguments,
# 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_python dependency-injector==4.49.1 typing-extensions==4.16.0 <<'PYTHON'
from dependency_injector import containers, providers

class FakeClock:
    calls = 0
    def now(self):
        self.calls += 1
        return 7

class Feed:
    def __init__(self, clock): self.clock = clock

clock = FakeClock()

class Services(containers.DeclarativeContainer):
    feed = providers.Singleton(Feed, clock)
    other_feed = providers.Singleton(Feed, providers.Object(clock))

services = Services()
services.feed().clock.now()
print("calls of the fake:", clock.calls)
print("calls of the copy:", services.feed().clock.calls)
print("the same object for the class:", Services.feed().clock is clock)
print("the same object with providers.Object:", services.other_feed().clock is clock)
PYTHON
)

expect "calls of the fake: 0
calls of the copy: 1
the same object for the class: True
the same object with providers.Object: True" "$seen"
