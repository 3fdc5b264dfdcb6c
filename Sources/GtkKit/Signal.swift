public import CAdwaita
import CGtkKit

/// What a signal brings: the emitter first, then its own arguments. Valid only while the handler runs.
public struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>
    let result: UnsafeMutablePointer<GValue>?

    /// The object at the position; the emitter is at 0.
    public func object(_ position: Int) -> UnsafeMutableRawPointer? {
        pointer(position) { g_value_get_object($0) }
    }

    public func unsigned(_ position: Int) -> Int {
        Int(pointer(position) { g_value_get_uint($0) })
    }

    /// The keys that are held beside another.
    public func modifiers(_ position: Int) -> GdkModifierType {
        GdkModifierType(rawValue: pointer(position) { g_value_get_flags($0) })
    }

    public func enumeration(_ position: Int) -> Int32 {
        pointer(position) { g_value_get_enum($0) }
    }

    /// Answers a signal that asks whether it was handled.
    public func answer(_ isHandled: Bool) {
        g_value_set_boolean(result, gboolean(isHandled ? 1 : 0))
    }

    /// Answers a signal that asks for a number.
    public func answer(_ number: Int32) {
        g_value_set_int(result, number)
    }

    private func pointer<Value>(_ position: Int, _ read: (UnsafePointer<GValue>) -> Value) -> Value {
        guard let base = values.baseAddress else { preconditionFailure("a signal without an emitter") }
        return read(base + position)
    }
}

/// Connects handlers to the signals of objects.
///
/// A handler lives until its emitter is gone or it is disconnected; it is released in one place, when GLib says that
/// its closure has ended. A handler that needs the object that owns the emitter holds it weakly.
public enum Signal {
    public typealias Handler = @MainActor (SignalArguments) -> Void

    @discardableResult
    public static func connect(
        _ emitter: UnsafeMutableRawPointer, _ name: String, _ handler: @escaping Handler
    ) -> UInt {
        let box = Unmanaged.passRetained(HandlerBox(handler)).toOpaque()
        return gtkkit_connect(
            emitter, name, box,
            { box, result, count, values in
                let box = UInt(bitPattern: box)
                let result = UInt(bitPattern: result)
                let values = UInt(bitPattern: values)
                MainActor.assumeIsolated {
                    guard let box = UnsafeRawPointer(bitPattern: box) else { return }
                    let handler = Unmanaged<HandlerBox>.fromOpaque(box).takeUnretainedValue().handler
                    handler(
                        SignalArguments(
                            values: UnsafeBufferPointer(
                                start: UnsafePointer<GValue>(bitPattern: values), count: Int(count)),
                            result: UnsafeMutablePointer<GValue>(bitPattern: result)))
                }
            },
            { box in
                guard let box else { return }
                Unmanaged<HandlerBox>.fromOpaque(box).release()
            })
    }

    @discardableResult
    public static func connect(
        _ emitter: Widget, _ name: String, _ handler: @escaping @MainActor () -> Void
    ) -> UInt {
        connect(emitter.raw, name) { _ in handler() }
    }

    public static func disconnect(_ emitter: UnsafeMutableRawPointer, _ id: UInt) {
        g_signal_handler_disconnect(emitter, id)
    }
}

final class HandlerBox {
    let handler: Signal.Handler

    init(_ handler: @escaping Signal.Handler) {
        self.handler = handler
        LiveCount.handlers.add(1)
    }

    deinit {
        LiveCount.handlers.add(-1)
    }
}
