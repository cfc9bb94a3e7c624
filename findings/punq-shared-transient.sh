#!/usr/bin/env bash
# punq (Python): a transient service is shared, and an argument for one constructor also reaches the others.
#
# A good guess: with `Scope.transient`, each constructor that needs a `Timeout` gets a `Timeout` of its own; and
# `resolve(Client, seconds=9)` passes the argument to `Client`. In fact, inside one call of `resolve`, punq builds
# each service once, so all objects that this call builds share the same instance. And the arguments of the call go to
# each constructor of the graph that has a parameter with this name.
#
# punq 0.9.0.
# Known: bobthemighty/punq#211, for the shared service. No report found for the arguments, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_python punq==0.9.0 typing-extensions==4.16.0 <<'PYTHON'
import punq

class Timeout:
    def __init__(self, seconds: int = 1): self.seconds = seconds
class Reader:
    def __init__(self, timeout: Timeout): self.timeout = timeout
class Writer:
    def __init__(self, timeout: Timeout): self.timeout = timeout
class Client:
    def __init__(self, reader: Reader, writer: Writer, seconds: int = 2):
        self.reader, self.writer, self.seconds = reader, writer, seconds

container = punq.Container()
for service in (Timeout, Reader, Writer, Client):
    container.register(service, scope=punq.Scope.transient)

client = container.resolve(Client)
print("two services in one call share a timeout:", client.reader.timeout is client.writer.timeout)
print("two calls share a timeout:", container.resolve(Timeout) is container.resolve(Timeout))
print("without an argument:", client.seconds, client.reader.timeout.seconds)
client = container.resolve(Client, seconds=9)
print("with seconds=9:", client.seconds, client.reader.timeout.seconds)
PYTHON
)

expect "two services in one call share a timeout: True
two calls share a timeout: False
without an argument: 2 1
with seconds=9: 9 9" "$seen"
