#!/usr/bin/env bash
# dependency-injector (Python): the first caller of a singleton gives up, and the singleton never works again.
#
# The factory of the singleton is an `async def`, and the first request ends by a timeout while it runs. A good guess:
# another request that waits for the same singleton still gets it, or the next request runs the factory again. In fact,
# both are cancelled: the provider has stored the future of the first request, and hands out this cancelled future
# until somebody calls `reset()`. To a caller, the CancelledError looks as if its own task had been canceled.
#
# dependency-injector 4.49.1, for Singleton and ThreadSafeSingleton. (For a Resource, a later request works again. In
# dishka 1.10.1, that-depends 4.2.1, wireup 2.13.0, aioinject 1.11.0 and anydi 0.81.0, the others get the service.)
# Known: ets-labs/python-dependency-injector#941 has the same cancelled future, with another symptom.
. "$(dirname "$0")/common.sh"

seen=$(run_python dependency-injector==4.49.1 typing-extensions==4.16.0 <<'PYTHON'
import asyncio
from dependency_injector import providers

class Database: pass

async def connect():
    await asyncio.sleep(0.5)
    return Database()

async def request(name, delay=0.0, patience=10.0):
    await asyncio.sleep(delay)
    try: result = await asyncio.wait_for(database(), patience)
    except (asyncio.CancelledError, asyncio.TimeoutError) as error: result = error
    return f"{name} gets: {type(result).__name__}"

async def main():
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # no traceback in the output
    print(*await asyncio.gather(request("first", patience=0.2), request("second", delay=0.1)), sep="\n")
    print(await request("third"))
    database.reset()
    print(await request("after reset()"))

database = providers.Singleton(connect)
asyncio.run(main())
PYTHON
)

expect "first gets: TimeoutError
second gets: CancelledError
third gets: CancelledError
after reset() gets: Database" "$seen"
