import CAdwaita
import GtkKit

/// Receives the window's keys while a widget is on the screen, before the window's widgets do.
final class WindowKeys {
    typealias Press = (key: guint, modifiers: GdkModifierType)

    private(set) var window: ObjectReference?
    private var controller: OpaquePointer?
    private var mapped: WhileMapped?

    init(_ widget: Widget, onPress: @escaping (Press) -> Bool) {
        mapped = WhileMapped(widget) { [weak self] in
            guard let root = gtk_widget_get_root(widget.pointer), let controller = gtk_event_controller_key_new()
            else { return nil }
            let window = ObjectReference(root)
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            Signal.connect(controller, "key-pressed") { arguments in
                arguments.answer(onPress((guint(arguments.unsigned(1)), arguments.modifiers(3))))
            }
            gtk_widget_add_controller(window.cast(), controller)
            self?.window = window
            self?.controller = controller
            return { [weak self] in
                self?.window = nil
                self?.controller = nil
                gtk_widget_remove_controller(window.cast(), controller)
            }
        }
    }

    /// Lets a widget handle the key that is being received. Returns whether the widget did.
    func forward(to widget: Widget) -> Bool {
        controller.map { gtk_event_controller_key_forward($0, widget.pointer) != 0 } ?? false
    }

    var isTaken: Bool {
        guard let window, let focus = gtk_root_get_focus(OpaquePointer(window.pointer)) else { return false }
        return [gtk_popover_get_type(), gtk_text_get_type()].contains { gtk_widget_get_ancestor(focus, $0) != nil }
    }
}
