/// Decodes bytes into a program, and stops where the container does not do what the model in `Model.swift` does.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    var counts = Trial.Count()
    do throws(Mismatch) { try Trial.run(Program(&choices), &counts) } catch { fatalError("\(Trial.shrink(error))") }
    return 0
}
