import CAdwaita

/// A strong reference to a GObject. The reference is released on the main actor, because widgets must be destroyed
/// there.
@MainActor
public final class ObjectReference {
    /// The object. Valid as long as this reference is.
    public let pointer: UnsafeMutableRawPointer

    /// Adds a reference to the object, and sinks a floating one.
    public init(_ object: UnsafeMutableRawPointer) {
        pointer = object
        g_object_ref_sink(object)
        LiveCount.references.add(1)
    }

    /// Takes over the caller's reference to the object.
    public init(owning object: UnsafeMutableRawPointer) {
        pointer = object
        LiveCount.references.add(1)
    }

    isolated deinit {
        g_object_unref(pointer)
        LiveCount.references.add(-1)
    }

    /// The object as an opaque pointer, for C functions whose types Swift doesn't import.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }
}
