import CAdwaita
import Synchronization

/// A strong reference to a GObject. The reference is released on the main actor, because widgets must be destroyed
/// there.
@MainActor
package final class ObjectReference {
    /// The object. Valid as long as this reference.
    package let pointer: UnsafeMutableRawPointer

    /// Adds a reference to the object, and sinks a floating one.
    package convenience init(_ object: UnsafeMutableRawPointer) {
        self.init(owning: g_object_ref_sink(object))
    }

    package convenience init(_ object: OpaquePointer) { self.init(UnsafeMutableRawPointer(object)) }

    /// Takes over the caller's reference to the object, which must not be null.
    package init(owning object: UnsafeMutableRawPointer?) {
        guard let object else { preconditionFailure("GLib made no object") }
        pointer = object
        LiveCount.references.add(1)
    }

    package convenience init(owning object: OpaquePointer?) {
        self.init(owning: UnsafeMutableRawPointer(object))
    }

    isolated deinit {
        g_object_unref(pointer)
        LiveCount.references.add(-1)
    }

    /// The object as an opaque pointer, for C types that Swift doesn't import.
    package var opaque: OpaquePointer { OpaquePointer(pointer) }
    /// Returns the object as the parameter type of a C function, which it must be.
    package func cast<Type>() -> UnsafeMutablePointer<Type> { UnsafeMutablePointer(opaque) }
}

/// Counts live objects of one kind in this process, for tests to find leaks.
package nonisolated final class LiveCount: Sendable {
    /// The closures held by C, such as the handlers of signals.
    package static let handlers = LiveCount()
    /// The references to objects held by Swift.
    package static let references = LiveCount()
    package static let textures = LiveCount()

    private let count = Atomic(0)

    package var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
}
