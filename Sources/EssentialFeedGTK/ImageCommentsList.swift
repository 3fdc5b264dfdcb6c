import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit

/// The list of comments, known by their ids (B261).
final class ImageCommentsList {
    let root: Widget
    private let store: ObjectReference
    private var rows: [ImageCommentViewModel] = []
    private var rowsByID: [UUID: ImageCommentViewModel] = [:]
    private var bound: [UnsafeMutableRawPointer: (row: ImageCommentRow, id: UUID?)] = [:]

    init() {
        guard let list = g_list_store_new(gtk_string_object_get_type()) else {
            preconditionFailure("GLib made no list")
        }
        store = ObjectReference(owning: UnsafeMutableRawPointer(list))
        g_object_ref(store.pointer)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(gtkkit_list_model(store.pointer))
        let view = Widget(gtk_list_view_new(selection, factory)).with(["feed-list"])
        gtk_list_view_set_show_separators(view.opaque, gboolean(1))
        let clamp = Widget(adw_clamp_scrollable_new())
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, 600)
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        root = Widget(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, clamp.pointer)
        if let factory { connect(UnsafeMutableRawPointer(factory)) }
    }

    func display(_ rows: [ImageCommentViewModel]) {
        guard rows != self.rows else { return }
        let isSameList = rows.map(\.id) == self.rows.map(\.id)
        let removed = self.rows.count
        self.rows = rows
        rowsByID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        guard !isSameList else {
            for (row, id) in bound.values {
                if let id, let comment = rowsByID[id] { row.bind(comment) }
            }
            return
        }
        let items = rows.map { gtk_string_object_new($0.id.uuidString).map { UnsafeMutableRawPointer($0) } }
        var pointers = items
        pointers.withUnsafeMutableBufferPointer {
            g_list_store_splice(store.opaque, 0, guint(removed), $0.baseAddress, guint(rows.count))
        }
        for item in items { g_object_unref(item) }
    }

    private func connect(_ factory: UnsafeMutableRawPointer) {
        Signal.connect(factory, "setup") { [weak self] arguments in
            guard let item = arguments.object(1) else { return }
            let row = ImageCommentRow()
            self?.bound[item] = (row, nil)
            gtk_list_item_set_child(OpaquePointer(item), row.root.pointer)
        }
        Signal.connect(factory, "bind") { [weak self] arguments in
            guard let self, let item = arguments.object(1), let row = bound[item]?.row,
                let object = gtk_list_item_get_item(OpaquePointer(item)),
                let text = gtk_string_object_get_string(OpaquePointer(object)),
                let id = UUID(uuidString: String(cString: text)), let comment = rowsByID[id]
            else { return }
            bound[item] = (row, id)
            row.bind(comment)
        }
        Signal.connect(factory, "unbind") { [weak self] arguments in
            guard let self, let item = arguments.object(1), let row = bound[item]?.row else { return }
            bound[item] = (row, nil)
        }
        Signal.connect(factory, "teardown") { [weak self] arguments in
            guard let item = arguments.object(1) else { return }
            self?.bound[item] = nil
        }
    }
}
