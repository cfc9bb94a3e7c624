#!/usr/bin/env bash
# Dependency injection in Python: two of four containers close a connection before the session that still uses it.
#
# A session needs a connection, and both are generators, so that they are closed at the end of a request. A good guess:
# as in nested `with` blocks, the service that was created last is closed first. dishka and wireup do so.
# - svcs takes note of a service before the code up to the `yield` runs, and this code asks for the connection. So for
#   svcs, the connection is the newer service. (If the request asks for the connection first, the order is right.)
# - that-depends keeps the resources of a container in a `set`, so their order is an accident. The script shows it with
#   20 resources, each of which needs the one before it.
#
# dishka 1.10.1, svcs 26.2.0, that-depends 4.2.1, wireup 2.13.0.
# Known: no report found for svcs and that-depends, 2026-11. ets-labs/python-dependency-injector#432 reports the same of
# another container.
. "$(dirname "$0")/common.sh"

seen=$(run_python dishka==1.10.1 svcs==26.2.0 that-depends==4.2.1 wireup==2.13.0 \
    attrs==26.1.0 typing-extensions==4.16.0 <<'PYTHON'
from typing import Iterator
import dishka, svcs, that_depends, wireup

class Connection: pass
class Session: pass
closed = []
def connection() -> Iterator[Connection]:
    yield Connection()
    closed.append("connection")
def session(connection: Connection) -> Iterator[Session]:
    yield Session()
    closed.append("session")
def svcs_session(container: svcs.Container) -> Iterator[Session]:
    yield from session(container.get(Connection))

provider = dishka.Provider(scope=dishka.Scope.REQUEST)
provider.provide_all(connection, session)
services = wireup.create_sync_container(
    injectables=[wireup.injectable(factory, lifetime="scoped") for factory in (connection, session)])
registry = svcs.Registry()
registry.register_factory(Connection, connection)
registry.register_factory(Session, svcs_session)
for request in (dishka.make_container(provider)(), services.enter_scope(), svcs.Container(registry)):
    with request as entered: entered.get(Session)
    print(type(request).__module__.split(".")[0], "closes:", ", ".join(closed))
    closed.clear()

def resource(before, number):
    yield number
    closed.append(number)
class Chain(that_depends.BaseContainer):
    default_scope = that_depends.ContextScopes.ANY
    r0 = that_depends.providers.ContextResource(resource, None, 0)
    for n in range(1, 20):
        vars()[f"r{n}"] = that_depends.providers.ContextResource(resource, vars()[f"r{n-1}"].cast, n)
with that_depends.container_context(Chain): Chain.r19.resolve_sync()
print("that-depends closes the newest first:", closed == list(range(19, -1, -1)))
PYTHON
)

expect "dishka closes: session, connection
wireup closes: session, connection
svcs closes: connection, session
that-depends closes the newest first: False" "$seen"
