import CAdwaita
package import Foundation

/// Prints a photo on one page, as large as the page allows.
package enum PhotoPrint {
    /// Asks how to print, and prints; writes a PDF to `file` without asking. `onEnd` receives the error, or `nil` if the
    /// photo was printed or the user cancelled.
    package static func run(
        _ texture: Texture, name: String, over window: Widget, to file: URL? = nil,
        onEnd: @escaping @MainActor (PortalError?) -> Void
    ) {
        guard let operation = gtk_print_operation_new(), let setup = gtk_page_setup_new() else {
            return onEnd(PortalError(reason: "GTK made no print operation"))
        }
        let raw = UnsafeMutableRawPointer(operation)
        defer { g_object_unref(raw) }
        gtk_page_setup_set_orientation(
            setup,
            texture.width > texture.height ? GTK_PAGE_ORIENTATION_LANDSCAPE : GTK_PAGE_ORIENTATION_PORTRAIT)
        gtk_print_operation_set_default_page_setup(operation, setup)
        g_object_unref(UnsafeMutableRawPointer(setup))
        gtk_print_operation_set_n_pages(operation, 1)
        gtk_print_operation_set_job_name(operation, name)
        gtk_print_operation_set_allow_async(operation, gboolean(1))
        if let file { gtk_print_operation_set_export_filename(operation, file.path(percentEncoded: false)) }
        Signal.connect(raw, "draw-page") { arguments in
            guard let context = arguments.object(1) else { return }
            draw(texture, in: OpaquePointer(context))
        }
        Signal.connect(raw, "done") { arguments in
            guard arguments.enumeration(1) == Int32(GTK_PRINT_OPERATION_RESULT_ERROR.rawValue) else {
                return onEnd(nil)
            }
            var error: UnsafeMutablePointer<GError>?
            gtk_print_operation_get_error(operation, &error)
            let reason = error.flatMap { $0.pointee.message }.map { String(cString: $0) }
            g_clear_error(&error)
            onEnd(PortalError(reason: reason ?? "no reason is known"))
        }
        let action = file == nil ? GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG : GTK_PRINT_OPERATION_ACTION_EXPORT
        gtk_print_operation_run(operation, action, window.window, nil)
    }

    private static func draw(_ texture: Texture, in context: OpaquePointer) {
        let (width, height) = (Int32(texture.width), Int32(texture.height))
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height) else { return }
        defer { cairo_surface_destroy(surface) }
        guard let pixels = cairo_image_surface_get_data(surface),
            let cairo = gtk_print_context_get_cairo_context(context)
        else { return }
        gdk_texture_download(texture.pointer, pixels, gsize(cairo_image_surface_get_stride(surface)))
        cairo_surface_mark_dirty(surface)
        let page = (gtk_print_context_get_width(context), gtk_print_context_get_height(context))
        let scale = min(page.0 / Double(width), page.1 / Double(height))
        cairo_translate(cairo, (page.0 - scale * Double(width)) / 2, (page.1 - scale * Double(height)) / 2)
        cairo_scale(cairo, scale, scale)
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_paint(cairo)
    }
}
