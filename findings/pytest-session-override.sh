#!/usr/bin/env bash
# pytest: a test file overrides a fixture for itself. The other files get the fake, or this file gets the real object.
#
# `app` and `settings` are session fixtures in conftest.py, and `app` needs `settings`. test_fake.py defines its own
# `settings`. A good guess: test_fake.py gets an `app` with its own settings, and the other files get the real one. In
# fact, pytest builds `app` once, with the `settings` of the test that asks first, and nothing warns of it. So the order
# of the files decides: test_fake.py gets an `app` with other settings than its own, or the other files get the fake.
#
# pytest 9.2.0.
# Known: pytest-dev/pytest#2145, #2844, #5203 and #6707.
. "$(dirname "$0")/common.sh"

seen=$(run_python pytest==9.2.0 iniconfig==2.3.1 packaging==26.4 pluggy==1.7.0 pygments==2.21.0 <<'PYTHON'
import os, subprocess, sys, tempfile

files = {
"conftest.py": """
import pytest

@pytest.fixture(scope="session")
def settings(): return "real"

@pytest.fixture(scope="session")
def app(settings): return f"an app with {settings} settings"
""",
"test_fake.py": """
import pytest

@pytest.fixture(scope="session")
def settings(): return "fake"

def test(app, settings): print("* test_fake.py has", settings, "settings and", app)
""",
"test_other.py": """
def test(app): print("* test_other.py has", app)
"""}

with tempfile.TemporaryDirectory() as folder:
    for name, text in files.items():
        with open(os.path.join(folder, name), "w") as file: file.write(text)
    for order in (["test_other.py", "test_fake.py"], ["test_fake.py", "test_other.py"]):
        command = [sys.executable, "-m", "pytest", "-qs", *order]
        run = subprocess.run(command, cwd=folder, text=True, capture_output=True)
        assert run.returncode == 0, run.stdout + run.stderr
        print(" before ".join(order))
        print("\n".join(line.lstrip(".") for line in run.stdout.splitlines() if "*" in line))
PYTHON
)

expect "test_other.py before test_fake.py
* test_other.py has an app with real settings
* test_fake.py has fake settings and an app with real settings
test_fake.py before test_other.py
* test_fake.py has fake settings and an app with fake settings
* test_other.py has an app with fake settings" "$seen"
