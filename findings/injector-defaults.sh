#!/usr/bin/env bash
# injector (Python): the container replaces the default values of a constructor by empty values.
#
# A good guess: nobody has registered an `int` or a `str`, so these parameters keep their defaults. In fact, injector
# creates each type that it doesn't know by calling it, also `int()` and `str()`: `retries: int = 3` becomes 0, without
# an error. `Injector(auto_bind=False)` doesn't use the default either: it raises UnsatisfiedRequirement.
#
# injector 0.24.0.
# Known: python-injector/injector#78, #110, #116 and #118.
. "$(dirname "$0")/common.sh"

seen=$(run_python injector==0.24.0 <<'PYTHON'
from injector import Injector, UnsatisfiedRequirement, inject

class Client:
    @inject
    def __init__(self, retries: int = 3, host: str = "localhost", secure: bool = True):
        self.settings = (retries, host, secure)

print("by hand:       ", Client().settings)
print("with injector: ", Injector().get(Client).settings)
try: print(Injector(auto_bind=False).get(Client).settings)
except UnsatisfiedRequirement: print("auto_bind=False: UnsatisfiedRequirement")
PYTHON
)

expect "by hand:        (3, 'localhost', True)
with injector:  (0, '', False)
auto_bind=False: UnsatisfiedRequirement" "$seen"
