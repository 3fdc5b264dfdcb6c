import CAdwaita

/// Keeps a GObject alive. It is let go of on the main actor, where widgets must end.
@MainActor
public final class ObjectReference {
    public let pointer: UnsafeMutableRawPointer

    /// Takes a reference of its own; one that floats is sunk.
    public init(_ object: UnsafeMutableRawPointer) {
        pointer = object
        g_object_ref_sink(object)
        LiveCount.references.add(1)
    }

    /// Takes over the reference that the caller has.
    public init(owning object: UnsafeMutableRawPointer) {
        pointer = object
        LiveCount.references.add(1)
    }

    isolated deinit {
        g_object_unref(pointer)
        LiveCount.references.add(-1)
    }

    public var opaque: OpaquePointer { OpaquePointer(pointer) }
}
