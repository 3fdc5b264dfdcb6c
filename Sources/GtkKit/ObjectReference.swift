import CAdwaita
import Synchronization

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

/// Reports whether the user can see a widget: it is on the screen, and its window is in the foreground.
public final class WatchedWidget {
    private let widget: Widget
    private let onChange: (Bool) -> Void
    private var attached: (window: ObjectReference, handler: UInt)?

    /// Watches a widget, which must outlive this object.
    /// - Parameters:
    ///   - widget: The widget.
    ///   - onChange: Receives whether the widget can be seen. May be called with the same value again.
    public init(_ widget: Widget, onChange: @escaping (Bool) -> Void) {
        self.widget = widget
        self.onChange = onChange
        Signal.connect(widget, "map") { [weak self] in self?.attach() }
        Signal.connect(widget, "unmap") { [weak self] in self?.detach() }
    }

    private func attach() {
        guard attached == nil, let root = gtk_widget_get_root(widget.pointer) else { return }
        let window = UnsafeMutableRawPointer(root)
        let handler = Signal.connect(window, "notify::is-active") { [weak self] _ in self?.report() }
        attached = (ObjectReference(window), handler)
        report()
    }

    private func detach() {
        guard let (window, handler) = attached else { return }
        attached = nil
        Signal.disconnect(window.pointer, handler)
        onChange(false)
    }

    private func report() {
        guard let (window, _) = attached else { return }
        onChange(gtk_window_is_active(window.pointer.assumingMemoryBound(to: GtkWindow.self)) != 0)
    }
}

/// Counts live objects of one kind in this process, so that tests can find leaks.
public nonisolated final class LiveCount: Sendable {
    /// The handlers connected to signals.
    public static let handlers = LiveCount()
    /// The references to objects that Swift holds.
    public static let references = LiveCount()
    /// The textures.
    public static let textures = LiveCount()

    private let count = Atomic(0)

    /// The number of live objects.
    public var value: Int { count.load(ordering: .relaxed) }

    func add(_ change: Int) {
        count.add(change, ordering: .relaxed)
    }
}
