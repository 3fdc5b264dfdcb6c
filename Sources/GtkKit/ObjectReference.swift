import CAdwaita
import Synchronization

/// A strong reference to a GObject. The reference is released on the main actor, because widgets must be destroyed
/// there.
@MainActor
public final class ObjectReference {
    /// The object. Valid as long as this reference is.
    public let pointer: UnsafeMutableRawPointer

    /// Adds a reference to the object, and sinks a floating one.
    public convenience init(_ object: UnsafeMutableRawPointer) {
        self.init(owning: g_object_ref_sink(object))
    }

    /// Adds a reference to the object, and sinks a floating one.
    public convenience init(_ object: OpaquePointer) {
        self.init(UnsafeMutableRawPointer(object))
    }

    /// Takes over the caller's reference to the object, which must not be null.
    public init(owning object: UnsafeMutableRawPointer?) {
        guard let object else { preconditionFailure("GLib made no object") }
        pointer = object
        LiveCount.references.add(1)
    }

    /// Takes over the caller's reference to the object, which must not be null.
    public convenience init(owning object: OpaquePointer?) {
        self.init(owning: UnsafeMutableRawPointer(object))
    }

    isolated deinit {
        g_object_unref(pointer)
        LiveCount.references.add(-1)
    }

    /// The object as an opaque pointer, for C functions whose types Swift doesn't import.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }
    /// Returns the object as the type that a C function takes, which it must be.
    public func cast<Type>() -> UnsafeMutablePointer<Type> { UnsafeMutablePointer(opaque) }
}

/// Something that begins each time a widget appears on the screen, and ends when the widget disappears.
@MainActor
public final class WhileMapped {
    private var end: (() -> Void)?

    /// Waits for a widget to appear.
    /// - Parameters:
    ///   - widget: The widget, which must outlive this object.
    ///   - begin: Begins the work and returns what ends it; `nil` if it couldn't begin.
    public init(_ widget: Widget, begin: @escaping () -> (() -> Void)?) {
        Signal.connect(widget, "map") { [weak self] in
            if let self, end == nil { end = begin() }
        }
        Signal.connect(widget, "unmap") { [weak self] in
            guard let self, let end else { return }
            self.end = nil
            end()
        }
    }

    /// Reports whether the user can see a widget: it is on the screen, and its window is in the foreground.
    /// - Parameters:
    ///   - widget: The widget, which must outlive this object.
    ///   - onChange: Receives whether the widget can be seen. May be called with the same value again.
    public convenience init(watching widget: Widget, onChange: @escaping (Bool) -> Void) {
        self.init(widget) {
            guard let root = gtk_widget_get_root(widget.pointer) else { return nil }
            let window = ObjectReference(root)
            let report = {
                onChange(gtk_window_is_active(window.cast()) != 0)
            }
            let handler = Signal.connect(window.pointer, "notify::is-active") { _ in report() }
            report()
            return {
                Signal.disconnect(window.pointer, handler)
                onChange(false)
            }
        }
    }

    /// Calls its handler after each layout of a widget's window, before anything is drawn. Changes in the handler are
    /// laid out in the same frame.
    /// - Parameters:
    ///   - widget: The widget, which must outlive this object.
    ///   - onLayout: Called after each layout while the widget is on the screen.
    public convenience init(layingOut widget: Widget, onLayout: @escaping () -> Void) {
        self.init(widget) {
            guard let pointer = gtk_widget_get_frame_clock(widget.pointer) else { return nil }
            let clock = ObjectReference(pointer)
            // GDK lays out the window in a handler of this signal that it connected earlier.
            let handler = Signal.connect(clock.pointer, "layout") { _ in onLayout() }
            return { Signal.disconnect(clock.pointer, handler) }
        }
    }
}

/// Counts live objects of one kind in this process, so that tests can find leaks.
public nonisolated final class LiveCount: Sendable {
    /// The closures that C keeps, such as the handlers of signals.
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
