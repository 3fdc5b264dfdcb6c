import CAdwaita
import CGtkKit
package import Foundation

/// A photo as other programs receive it from the clipboard or from a drag: its file, and its bytes and picture.
package final class SharedPhoto {
    fileprivate let provider: ObjectReference

    package init(file: URL?, data: (bytes: Data, type: String)? = nil, texture: Texture? = nil) {
        let bytes = data.map { data in
            data.bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        }
        defer { if let bytes { g_bytes_unref(bytes) } }
        provider = ObjectReference(
            owning: gtkkit_photo_provider(
                file?.path(percentEncoded: false), bytes ?? nil, data?.type, texture?.pointer))
    }

    package func copy(from widget: Widget) {
        gdk_clipboard_set_content(gtk_widget_get_clipboard(widget.pointer), provider.cast())
    }
}

/// Lets the user drag photos out of a widget to other programs.
package enum PhotoDrag {
    /// `press` receives the place of a press, which may become a drag. `photo` returns the photo there and a paintable
    /// for the pointer; `nil` for no drag.
    package static func add(
        to widget: Widget, press: @escaping (_ x: Double, _ y: Double) -> Void,
        photo: @escaping (_ x: Double, _ y: Double) -> (photo: SharedPhoto, icon: OpaquePointer?)?,
        end: @escaping () -> Void
    ) {
        let (drag, click) = (gtk_drag_source_new(), gtk_gesture_click_new())
        gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE)
        gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
        Signal.connect(click, "pressed") { press($0.double(2), $0.double(3)) }
        Signal.connect(drag, "prepare") { arguments in
            let device = gtk_event_controller_get_current_event_device(drag)
            // A finger that moves scrolls or shows another photo.
            let isFinger = device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
            guard !isFinger, let (photo, icon) = photo(arguments.double(1), arguments.double(2)) else { return }
            let small = icon.flatMap(small)
            gtk_drag_source_set_icon(drag, small?.opaque, 0, 0)
            arguments.answer(object: photo.provider)
        }
        Signal.connect(drag, "drag-end") { _ in end() }
        gtk_widget_add_controller(widget.pointer, click)
        gtk_widget_add_controller(widget.pointer, drag)
    }

    /// Returns the paintable of the first picture in a widget, or of the widget itself.
    package static func picture(in widget: Widget) -> OpaquePointer? {
        if g_type_check_instance_is_a(widget.cast(), gtk_picture_get_type()) != 0 {
            return gtk_picture_get_paintable(widget.opaque)
        }
        return widget.children.lazy.compactMap(picture).first
    }

    /// Returns a paintable in the size of a pointer's icon.
    private static func small(_ paintable: OpaquePointer) -> ObjectReference? {
        let (width, height) = (
            Double(gdk_paintable_get_intrinsic_width(paintable)), Double(gdk_paintable_get_intrinsic_height(paintable))
        )
        let factor = 128 / max(width, height, 128)
        guard width > 0, height > 0, let snapshot = gtk_snapshot_new() else { return nil }
        gdk_paintable_snapshot(paintable, snapshot, width * factor, height * factor)
        var size = graphene_size_t(width: Float(width * factor), height: Float(height * factor))
        return gtk_snapshot_free_to_paintable(snapshot, &size).map { ObjectReference(owning: $0) }
    }
}
