import CAdwaita
import EssentialFeed
import Foundation
import GtkKit

final class ImageCommentsList {
    let root: Widget
    var absoluteDate: ((UUID) -> String?)?
    /// Called when the user pulls the list down at its top with a finger.
    var onPulled: (() -> Void)?
    private let view: Widget
    private let head = ItemStore()
    private let items = ItemStore()
    private let tail = ItemStore()
    private let photo: CommentedPhoto
    private let status: ImageCommentsStatus
    private let retryFocus: RetryFocus
    let pull: TouchPull
    private let keys: ListKeys
    private let (photoID, statusID) = (UUID(), UUID())
    private var rows: [ImageCommentViewModel] = []
    private var rowsByID: [UUID: ImageCommentViewModel] = [:]
    private var bound: [UnsafeMutableRawPointer: (row: ImageCommentRow, id: UUID?)] = [:]

    init(photo: CommentedPhoto, status: ImageCommentsStatus, showsPhoto: Bool) {
        (self.photo, self.status) = (photo, status)
        let factory = gtk_signal_list_item_factory_new()
        // Each of these takes ownership of its argument.
        let selection = gtk_no_selection_new(ItemStore.joined([head, items, tail]))
        view = Widget(gtk_list_view_new(selection, factory)).with(["feed-list"])
        gtk_list_view_set_show_separators(view.opaque, gboolean(1))
        let clamp = Widget(adw_clamp_scrollable_new())
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, 600)
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        root = .scroller(clamp).expanding(horizontally: true, vertically: true)
        pull = TouchPull(root)
        retryFocus = RetryFocus(of: status.tryAgain, in: root)
        keys = ListKeys(scroller: root, list: view)
        pull.onPulled = { [weak self] in self?.onPulled?() }
        connect(factory)
        if showsPhoto { head.display([photoID]) }
    }

    func display(_ rows: [ImageCommentViewModel], _ content: ListContent) {
        retryFocus.display(content) {
            if rows != self.rows { display(rows) }
            tail.display(content == .rows ? [] : [statusID])
            status.display(content)
        } moveOn: {
            if content == .rows { focusFirstComment() } else { photo.grabFocus() }
        }
    }

    private func display(_ rows: [ImageCommentViewModel]) {
        self.rows = rows
        rowsByID = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        items.display(rows.map(\.id))
        for (row, id) in bound.values {
            if let id, let comment = rowsByID[id] { row.bind(comment, absoluteDate: absoluteDate?(id)) }
        }
    }

    private func focusFirstComment() {
        view.afterFrame { [weak self] in
            guard let self, let first = rows.first?.id else { return }
            bound.values.first { $0.id == first }?.row.grabFocus()
        }
    }

    private func connect(_ factory: OpaquePointer?) {
        Signal.connect(factory, "setup") { [weak self] arguments in
            guard let self, let item = arguments.object(1) else { return }
            let row = ImageCommentRow()
            bound[item] = (row, nil)
        }
        Signal.connect(factory, "bind") { [weak self] in self?.bind($0.object(1)) }
        Signal.connect(factory, "unbind") { [weak self] in self?.unbind($0.object(1)) }
        Signal.connect(factory, "teardown") { [weak self] arguments in
            guard let item = arguments.object(1) else { return }
            self?.bound[item] = nil
        }
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let row = bound[item]?.row, let id = ItemStore.id(of: item) else { return }
        let own = [photoID: photo.root, statusID: status.root][id]
        let child = own ?? row.root
        // In these two rows, the list focuses the widgets inside instead of the row itself.
        gtk_list_item_set_selectable(OpaquePointer(item), gboolean(own == nil ? 1 : 0))
        if gtk_list_item_get_child(OpaquePointer(item)) != child.pointer {
            gtk_list_item_set_child(OpaquePointer(item), child.pointer)
        }
        guard own == nil, let comment = rowsByID[id] else { return }
        bound[item] = (row, id)
        row.bind(comment, absoluteDate: absoluteDate?(id))
    }

    private func unbind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let row = bound[item]?.row else { return }
        bound[item] = (row, nil)
        row.unbind()
        let child = gtk_list_item_get_child(OpaquePointer(item))
        if child == photo.root.pointer || child == status.root.pointer {
            gtk_list_item_set_child(OpaquePointer(item), nil)
        }
    }
}

/// A comment. A long name is shortened, a date never is; if it would take more than half of the line, it is below the
/// name.
final class ImageCommentRow: WidgetOwner {
    private let initials = Initials()
    private let username: Widget
    private let date: Widget
    private let message = LinkedLabel()

    init() {
        username = .label(classes: ["heading"], lines: 1).expanding(horizontally: true)
        date = .label(classes: ["dim-label", "caption"]).aligned(vertically: GTK_ALIGN_BASELINE)
        gtk_label_set_wrap(date.opaque, gboolean(0))
        let heading = Widget.row([username, date])
        BesideOrBelowLayout.apply(to: heading, spacing: 12)
        let texts = Widget.column(spacing: 6, [heading, message.root]).expanding(horizontally: true)
        initials.root.aligned(vertically: GTK_ALIGN_START)
        super.init(root: .row(spacing: 12, [initials.root, texts]).with(["comment"]))
    }

    /// The absolute date is shown as a detail of the relative one.
    func bind(_ comment: ImageCommentViewModel, absoluteDate: String?) {
        initials.show(comment.username)
        username.show(comment.username)
        date.show(comment.date)
        date.showDetail(absoluteDate)
        message.show(comment.message)
        // The message has the focus, so its description tells screen readers the comment's author and date.
        message.root.setAccessibleDescription(PlainText.clean("\(comment.username), \(comment.date)"))
    }

    func unbind() { message.show("") }
    func grabFocus() { gtk_widget_grab_focus(message.root.pointer) }
}
