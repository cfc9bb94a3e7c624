#!/usr/bin/env bash
# Dependency injection in Python: a generator function gets a connection, and the connection is already closed.
#
# `rows()` is a generator function. A decorator gives it a connection that is closed after the call. A good guess: the
# connection stays open until the generator ends, or the decorator refuses a generator function. In fact, two of four
# decorators close the connection when the call returns, and at this moment no line of `rows` has run. So a function
# that worked with `return` fails when somebody changes it to `yield`. `unittest.mock.patch` does the same: the body
# runs without the patch. fast-depends and wireup wait for the end.
#
# dependency-injector 4.49.1, fast-depends 3.0.9, inject 5.5.0, wireup 2.13.0, Python 3.11 and 3.13. (lagom 2.7.7 also
# closes too early, in `ContextContainer.partial`. that-depends 4.2.1 refuses a generator function with UserWarning.)
# Known: Lancetnik/FastDepends#11 and modern-python/that-depends#186, for other decorators. No report found for these
# two, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_python dependency-injector==4.49.1 fast-depends==3.0.9 inject==5.5.0 wireup==2.13.0 \
    anyio==4.16.0 idna==3.20 typing-extensions==4.16.0 <<'PYTHON'
import contextlib
from typing import Iterator
from unittest import mock
import fast_depends, inject, wireup
from dependency_injector import containers, providers, wiring

class Connection: state = "open"

def connect() -> Iterator[Connection]:
    connection = Connection()
    yield connection
    connection.state = "closed"

class Container(containers.DeclarativeContainer):
    connection = providers.Resource(connect)
@wiring.inject
def rows(connection=wiring.Closing[wiring.Provide[Container.connection]]): yield connection.state
Container().wire(modules=[__name__])
print("dependency-injector:", *rows())

@fast_depends.inject
def rows(connection=fast_depends.Depends(connect)): yield connection.state
print("fast-depends:", *rows())

inject.configure(lambda binder: binder.bind_to_provider(Connection, contextlib.contextmanager(connect)))
@inject.params(connection=Connection)
def rows(connection): yield connection.state
print("inject:", *rows())

@wireup.inject_from_container(wireup.create_sync_container(injectables=[wireup.injectable(connect, lifetime="scoped")]))
def rows(connection: wireup.Injected[Connection]): yield connection.state
print("wireup:", *rows())

@mock.patch.object(Connection, "state", "patched")
def state(): yield Connection.state
print("unittest.mock.patch:", *state())
PYTHON
)

expect "dependency-injector: closed
fast-depends: open
inject: closed
wireup: open
unittest.mock.patch: open" "$seen"
