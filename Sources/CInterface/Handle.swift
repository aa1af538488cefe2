/// A value behind an opaque pointer of the C interface: the caller owns it until `free`.
final class Handle<Value> {
    /// What the functions read and change.
    var value: Value

    private init(_ value: Value) { self.value = value }

    /// A new pointer, owned by the caller.
    static func make(_ value: Value) -> OpaquePointer {
        OpaquePointer(Unmanaged.passRetained(Handle(value)).toOpaque())
    }

    /// The handle of a pointer that `make` gave.
    static func at(_ pointer: OpaquePointer) -> Handle {
        Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    /// Gives up a pointer; NULL is allowed.
    static func free(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).release()
    }
}
