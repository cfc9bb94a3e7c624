#!/usr/bin/env bash
# Swift: two C libraries each have a `struct config`. For a container that uses types as keys, they are one type.
#
# `Radio` wraps one C library, `Camera` wraps another. Both register their configuration under its type. A good guess:
# these are two types of two modules, so there are two keys: the compiler doesn't convert one into the other. In fact,
# a C type has no module at run time, only its name. So both types are equal, the second registration replaces the
# first, and `Radio` would get the bytes of a `struct config` that has another size. (In C, two libraries can have
# the same tag, as the linker doesn't see it.) Two Swift modules with a type of the same name are two keys. A Swift
# struct around each C struct makes two keys, too.
#
# Swift 6.0.3 (Debian 13). The same with Swift 6.2.3 (Debian unstable) and 6.3.1 (swift.org).
# Known: swiftlang/swift#33203 says why names of C types have no module; no report found about types as keys, 2026-11.
. "$(dirname "$0")/common.sh"

seen=$(run_swift_modules <<'SHELL'
mkdir CRadio CCamera
echo 'struct config { int channel; };' >CRadio/c.h
echo 'struct config { double width, height; };' >CCamera/c.h
for name in Radio Camera; do
    echo "module C$name { header \"c.h\" }" >C$name/module.modulemap
    cat >$name.swift <<SWIFT
import C$name
public struct Settings { var config: config }
public func cType() -> Any.Type { config.self }
public func swiftType() -> Any.Type { Settings.self }
public func size() -> Int { MemoryLayout<config>.size }
SWIFT
    swiftc -O -IC$name -parse-as-library -emit-module -emit-library -static -module-name $name $name.swift
done
cat >main.swift <<'SWIFT'
import Camera
import Radio
print("sizes: \(Radio.size()), \(Camera.size())")
print("\(String(reflecting: Radio.cType())), \(String(reflecting: Camera.cType())):",
    ObjectIdentifier(Radio.cType()) == ObjectIdentifier(Camera.cType()) ? "one key" : "two keys")
print("\(String(reflecting: Radio.swiftType())), \(String(reflecting: Camera.swiftType())):",
    ObjectIdentifier(Radio.swiftType()) == ObjectIdentifier(Camera.swiftType()) ? "one key" : "two keys")
SWIFT
swiftc -O -I. -ICRadio -ICCamera main.swift -L. -lRadio -lCamera -o main
./main
SHELL
)

expect "Swift version 6.0.3 (swift-6.0.3-RELEASE)
sizes: 4, 16
__C.config, __C.config: one key
Radio.Settings, Camera.Settings: two keys" "$seen"
