#!/usr/bin/env bash
# Dependency injection in Python: a request fails, and three of four containers still commit its transaction.
#
# In all four, a service that must be closed is written as a generator, which looks like one of
# `contextlib.contextmanager`. A good guess: as there, an error of the request is raised at the `yield`. Only wireup
# does so. The other three continue the generator as if the request had succeeded, so the line after the `yield` runs
# (in dishka, the value of `yield` is then the error). They don't suppress the error: the caller still gets it.
#
# dishka 1.10.1, svcs 26.2.0, that-depends 4.2.1, wireup 2.13.0. dependency-injector 4.49.1 also commits, for a
# `Resource` that is injected with `Closing`. (It isn't here because it has no `with` block for a request.)
# Known: reagento/dishka#113 and #503, ets-labs/python-dependency-injector#909. No report found for svcs and
# that-depends, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_python dishka==1.10.1 svcs==26.2.0 that-depends==4.2.1 wireup==2.13.0 \
    attrs==26.1.0 typing-extensions==4.16.0 <<'PYTHON'
from typing import Iterator
import dishka, svcs, that_depends, wireup

class Transaction: pass

def transaction() -> Iterator[Transaction]:
    try:
        yield Transaction()
        print(name, "commits")
    except ValueError:
        print(name, "rolls back")
        raise

provider = dishka.Provider(scope=dishka.Scope.REQUEST)
provider.provide(transaction)

registry = svcs.Registry()
registry.register_factory(Transaction, transaction)

class Context(that_depends.BaseContainer):
    default_scope = that_depends.ContextScopes.ANY
    transaction = that_depends.providers.ContextResource(transaction)

services = wireup.create_sync_container(injectables=[wireup.injectable(transaction, lifetime="scoped")])

for name, request, get in (
    ("dishka", dishka.make_container(provider)(), lambda request: request.get(Transaction)),
    ("svcs", svcs.Container(registry), lambda request: request.get(Transaction)),
    ("that-depends", that_depends.container_context(Context), lambda _: Context.transaction.resolve_sync()),
    ("wireup", services.enter_scope(), lambda request: request.get(Transaction)),
):
    try:
        with request as entered:
            get(entered)
            raise ValueError("the request fails")
    except ValueError as error:
        assert str(error) == "the request fails"
PYTHON
)

expect "dishka commits
svcs commits
that-depends commits
wireup rolls back" "$seen"
