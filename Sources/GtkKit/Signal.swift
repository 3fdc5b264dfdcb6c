package import CAdwaita
import CGtkKit

/// The arguments of a signal, starting with its emitter. Valid only while the handler runs.
package struct SignalArguments {
    let values: UnsafeBufferPointer<GValue>
    let result: UnsafeMutablePointer<GValue>?

    /// Returns the object at a position. The emitter is at 0.
    package func object(_ position: Int) -> UnsafeMutableRawPointer? {
        pointer(position) { g_value_get_object($0) }
    }

    package func unsigned(_ position: Int) -> Int { Int(pointer(position) { g_value_get_uint($0) }) }

    package func modifiers(_ position: Int) -> GdkModifierType {
        GdkModifierType(rawValue: pointer(position) { g_value_get_flags($0) })
    }

    package func enumeration(_ position: Int) -> Int32 { pointer(position) { g_value_get_enum($0) } }

    package func double(_ position: Int) -> Double { pointer(position) { g_value_get_double($0) } }

    package func integer(_ position: Int) -> Int { Int(pointer(position) { g_value_get_int($0) }) }

    /// Returns the text at a position; empty if there is none.
    package func text(_ position: Int) -> String {
        pointer(position) { g_value_get_string($0) }.map { String(cString: $0) } ?? ""
    }

    /// Returns the text of the variant at a position; `nil` if it isn't a text.
    func variantText(_ position: Int) -> String? {
        guard let variant = pointer(position, { g_value_get_variant($0) }),
            g_variant_classify(variant) == G_VARIANT_CLASS_STRING
        else { return nil }
        return g_variant_get_string(variant, nil).map { String(cString: $0) }
    }

    /// Returns the Boolean in the one-element tuple at a position; `nil` for any other variant.
    func variantFlag(_ position: Int) -> Bool? {
        guard let variant = pointer(position, { g_value_get_variant($0) }),
            g_variant_get_type_string(variant).map({ String(cString: $0) }) == "(b)",
            let flag = g_variant_get_child_value(variant, 0)
        else { return nil }
        defer { g_variant_unref(flag) }
        return g_variant_get_boolean(flag) != 0
    }

    /// Answers whether a signal is handled.
    package func answer(_ isHandled: Bool) { g_value_set_boolean(result, gboolean(isHandled ? 1 : 0)) }

    package func answer(_ number: Int32) { g_value_set_int(result, number) }

    func answer(object: ObjectReference) { gtkkit_take_object(result, g_object_ref(object.pointer)) }

    private func pointer<Value>(_ position: Int, _ read: (UnsafePointer<GValue>) -> Value) -> Value {
        guard let base = values.baseAddress else { preconditionFailure("a signal without an emitter") }
        return read(base + position)
    }
}

/// Connects handlers to the signals of objects.
///
/// A handler lives until its emitter is destroyed or the handler is disconnected; the handler is released when GLib
/// finalizes its closure. A handler must hold the emitter's owner weakly.
package enum Signal {
    package typealias Handler = @MainActor (SignalArguments) -> Void

    /// Returns the handler's id for ``disconnect(_:_:)``.
    @discardableResult
    package static func connect(
        _ emitter: UnsafeMutableRawPointer?, _ name: String, _ handler: @escaping Handler
    ) -> UInt {
        let callback = Callback(handler).pointer
        guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), callback) else {
            preconditionFailure("GLib made no closure")
        }
        g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
            let values = UnsafeBufferPointer(start: values, count: Int(count))
            Callback<SignalArguments>.run(closure?.pointee.data, SignalArguments(values: values, result: result))
        }
        g_closure_add_finalize_notifier(closure, callback) { callback, _ in release(callback) }
        // The closure ends here if connecting fails.
        g_closure_ref(closure)
        g_closure_sink(closure)
        defer { g_closure_unref(closure) }
        return g_signal_connect_closure(emitter, name, closure, gboolean(0))
    }

    @discardableResult
    package static func connect(_ emitter: OpaquePointer?, _ name: String, _ handler: @escaping Handler) -> UInt {
        connect(UnsafeMutableRawPointer(emitter), name, handler)
    }

    @discardableResult
    package static func connect(
        _ emitter: Widget, _ name: String, _ handler: @escaping @MainActor () -> Void
    ) -> UInt {
        connect(emitter.raw, name) { _ in handler() }
    }

    /// Disconnects and releases a handler.
    package static func disconnect(_ emitter: UnsafeMutableRawPointer, _ id: UInt) {
        g_signal_handler_disconnect(emitter, id)
    }
}
