import CAdwaita
import GtkKit
import XCTest

/// An argument of a test's signal.
enum EmittedArgument {
    case double(Double)
    case integer(Int32)
    case unsigned(UInt32)
    case enumeration(Int32)
    case flags(UInt32)
    case text(String)
    /// The null of an object or of a boxed value.
    case nothing

    fileprivate func set(_ value: inout GValue) {
        switch self {
        case .double(let number): g_value_set_double(&value, number)
        case .integer(let number): g_value_set_int(&value, number)
        case .unsigned(let number): g_value_set_uint(&value, number)
        case .enumeration(let number): g_value_set_enum(&value, number)
        case .flags(let bits): g_value_set_flags(&value, bits)
        case .text(let text): g_value_set_string(&value, text)
        case .nothing: break
        }
    }
}

/// Emits a signal of an object, as the object itself does it.
/// - Returns: The handlers' answer to a signal that asks whether it is handled; `false` for all other signals.
@MainActor
@discardableResult
func emit(
    _ signal: String, from emitter: UnsafeMutableRawPointer, _ arguments: [EmittedArgument] = [],
    file: StaticString = #filePath, line: UInt = #line
) -> Bool {
    guard let type = emitter.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class?.pointee.g_type else {
        XCTFail("the emitter of \(signal) is no object", file: file, line: line)
        return false
    }
    var query = GSignalQuery()
    g_signal_query(g_signal_lookup(signal, type), &query)
    guard query.signal_id != 0, Int(query.n_params) == arguments.count else {
        XCTFail("there is no signal \(signal) with \(arguments.count) arguments", file: file, line: line)
        return false
    }
    // The lowest bit of a type tells how its value is passed.
    let mask = ~GType(1)
    var values = [GValue](repeating: GValue(), count: arguments.count + 1)
    defer { for index in values.indices { g_value_unset(&values[index]) } }
    g_value_init(&values[0], type)
    g_value_set_object(&values[0], emitter)
    for (index, argument) in arguments.enumerated() {
        g_value_init(&values[index + 1], query.param_types[index] & mask)
        argument.set(&values[index + 1])
    }
    guard query.return_type & mask == g_type_from_name("gboolean") else {
        g_signal_emitv(&values, query.signal_id, 0, nil)
        return false
    }
    var isHandled = GValue()
    g_value_init(&isHandled, g_type_from_name("gboolean"))
    g_signal_emitv(&values, query.signal_id, 0, &isHandled)
    return g_value_get_boolean(&isHandled) != 0
}

extension Widget {
    /// Returns the widget's event controllers of exactly a type, in the order in which they receive events: the last
    /// added first, before GTK's own.
    @MainActor
    func controllers(_ type: GType) -> [UnsafeMutableRawPointer] {
        let controllers = gtk_widget_observe_controllers(pointer)
        defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
        return (0..<g_list_model_get_n_items(controllers)).compactMap { index in
            guard let controller = g_list_model_get_item(controllers, index) else { return nil }
            // The widget keeps it.
            g_object_unref(controller)
            let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
            return instance.pointee.g_class?.pointee.g_type == type ? controller : nil
        }
    }
}

extension Stage {
    /// Presses a key as the window's controllers see it.
    /// - Returns: Whether one of them has handled the key.
    @discardableResult
    func press(_ key: Int32, _ modifiers: UInt32 = 0) -> Bool {
        window.controllers(gtk_event_controller_key_get_type()).contains {
            emit("key-pressed", from: $0, [.unsigned(UInt32(key)), .unsigned(0), .flags(modifiers)])
        }
    }
}
