import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit

/// The list of comments, identified by their ids.
final class ImageCommentsList {
    let root: Widget
    /// Returns when a comment was written, in words.
    var absoluteDate: ((UUID) -> String?)?
    private let items = ItemStore()
    private let keys: ListKeys
    private var rows: [ImageCommentViewModel] = []
    private var rowsByID: [UUID: ImageCommentViewModel] = [:]
    private var bound: [UnsafeMutableRawPointer: (row: ImageCommentRow, id: UUID?)] = [:]

    init() {
        // The selection takes over a reference to the model.
        g_object_ref(items.model.pointer)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(gtkkit_list_model(items.model.pointer))
        let view = Widget(gtk_list_view_new(selection, factory)).with(["feed-list"])
        gtk_list_view_set_show_separators(view.opaque, gboolean(1))
        let clamp = Widget(adw_clamp_scrollable_new())
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, 600)
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        root = Widget(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, clamp.pointer)
        keys = ListKeys(scroller: root, list: view)
        if let factory { connect(UnsafeMutableRawPointer(factory)) }
    }

    func display(_ rows: [ImageCommentViewModel]) {
        guard rows != self.rows else { return }
        self.rows = rows
        rowsByID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        items.display(rows.map(\.id))
        for (row, id) in bound.values {
            if let id, let comment = rowsByID[id] { row.bind(comment, absoluteDate: absoluteDate?(id)) }
        }
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
                let id = ItemStore.id(of: item), let comment = rowsByID[id]
            else { return }
            bound[item] = (row, id)
            row.bind(comment, absoluteDate: absoluteDate?(id))
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
