import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit

/// The items of the list, each with the key of its row: a few at once, the others after frames, then the load-more row.
final class FeedListItems {
    let loadMoreID = UUID()
    let lineID = UUID()
    /// Turns the id of an image into the key of the heading above it, which no feed contains.
    private let headings = UUID()
    var view: Widget?
    var hasFooter = false { didSet { displayFooter() } }
    private let rows = ItemStore()
    private let footer = ItemStore()
    var soFar = RowsSoFar()
    private var willAdd = false

    var model: OpaquePointer? { ItemStore.joined([rows, footer]) }
    var ids: [UUID] { rows.ids }

    func key(of separator: FeedRows.Separator, above id: FeedImage.ID) -> UUID {
        separator == .line ? lineID : headingKey(above: id)
    }

    func headingKey(above id: UUID) -> UUID {
        let pairs = zip(Self.bytes(id), Self.bytes(headings))
        return pairs.map { $0 ^ $1 }.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }
    }

    private static func bytes(_ id: UUID) -> [UInt8] { withUnsafeBytes(of: id) { Array($0) } }

    func display(_ keys: [UUID]) {
        soFar.all = keys
        display()
    }

    func add(_ add: (inout RowsSoFar) -> Void) {
        guard !soFar.areAll else { return }
        add(&soFar)
        display()
    }

    func addAfterFrame() {
        guard soFar.hasMore, !willAdd, let view else { return }
        willAdd = view.afterFrame { [weak self] in
            // Not earlier, because other handlers use the rows that are on the screen after this frame.
            MainLoop.afterLayout {
                self?.willAdd = false
                self?.add { $0.addForFrame() }
            }
        }
    }

    private func display() {
        rows.display(soFar.keys)
        displayFooter()
        addAfterFrame()
    }

    private func displayFooter() { footer.display(hasFooter && soFar.areAll ? [loadMoreID] : []) }
}

/// A row of the feed's list: a card, which is the list item's direct child, or several images beside each other.
final class FeedListRow {
    private(set) var cells: [FeedCell] = []
    private var isOnScreen = false
    private var heading: MonthHeading?
    private let language: Language
    private let makeCell: (FeedArrangement) -> FeedCell
    private var arrangement = FeedArrangement.cards
    private var container: ObjectReference?

    init(language: Language, makeCell: @escaping (FeedArrangement) -> FeedCell) {
        (self.language, self.makeCell) = (language, makeCell)
    }

    func show(
        _ images: ArraySlice<FeedImage>, as arrangement: FeedArrangement, at places: JustifiedRows.Row?,
        in listItem: OpaquePointer, _ bind: (FeedCell, FeedImage) -> Void
    ) {
        if cells.isEmpty || arrangement != self.arrangement {
            gtk_list_item_set_child(listItem, nil)
            for cell in cells { cell.unbind() }
            cells = []
            container = arrangement == .cards ? nil : makeContainer()
            self.arrangement = arrangement
        }
        while cells.count < images.count {
            cells.append(makeCell(arrangement))
            box?.append([cells[cells.count - 1].root])
        }
        for (cell, image) in zip(cells, images) {
            bind(cell, image)
            cell.root.isVisible = true
        }
        if let places { place(places) }
        for cell in cells.dropFirst(images.count) {
            cell.unbind()
            cell.root.isVisible = false
        }
        guard let root = box ?? cells.first?.root else { return }
        if gtk_list_item_get_child(listItem) != root.pointer { gtk_list_item_set_child(listItem, root.pointer) }
        // Images beside each other open themselves.
        gtk_list_item_set_activatable(listItem, gboolean(container == nil ? 1 : 0))
        gtk_list_item_set_selectable(listItem, gboolean(1))
    }

    func heading(for month: FeedMonth) -> Widget {
        let shown = heading ?? MonthHeading(language: language)
        heading = shown
        shown.show(month)
        return shown.root
    }

    var shownHeading: Widget? { heading?.root }

    func place(_ places: JustifiedRows.Row) {
        for (cell, span) in zip(cells, places.spans) { cell.place(span, height: places.height) }
    }

    func unbind() { for cell in cells { cell.unbind() } }

    /// Loads the pictures of a row on the screen. Returns whether it is.
    func updateVisibility() -> Bool {
        let wasOnScreen = isOnScreen
        // The first cell is never hidden, so it is mapped if the row is.
        isOnScreen = cells.first?.root.isMapped ?? false
        guard isOnScreen || wasOnScreen else { return false }
        for cell in cells {
            if cell.root.isMapped { cell.becomeVisible() } else { cell.resignVisible() }
        }
        return isOnScreen
    }

    private var box: Widget? { container.map { Widget($0.cast()) } }

    private func makeContainer() -> ObjectReference {
        let box = Widget.row()
        SpansLayout.apply(to: box)
        let click = gtk_gesture_click_new()
        Signal.connect(click, "released") { [weak self] in
            let picked = gtk_widget_pick(box.pointer, $0.double(2), $0.double(3), GTK_PICK_DEFAULT).map { Widget($0) }
            self?.cells.first { $0.root == picked || picked.map($0.root.contains) == true }?.send(.open)
        }
        gtk_widget_add_controller(box.pointer, click)
        return ObjectReference(box.raw)
    }
}

/// The row after the last image: a spinner, or why the next page couldn't be loaded and a retry button. While all pages
/// load, it shows the progress and a button to stop.
final class LoadMoreRow: WidgetOwner {
    var onRetry: (() -> Void)?
    var onStop: (() -> Void)?
    /// Whether all pages are being loaded to the end of the feed; if so, the list stays at its end.
    private(set) var isLoadingToEnd = false
    private let spinner: Widget
    private let message: Widget
    private let retryButton: Widget
    private let stopButton: Widget
    private let retryFocus: RetryFocus

    init(language: Language) {
        spinner = .spinner(size: 24)
        spinner.setAccessibleLabel(language.text(.loading))
        message = .centredLabel(classes: ["dim-label", "caption"])
        retryButton = .textButton(language.text(.tryAgain), classes: ["pill"]).aligned(horizontally: GTK_ALIGN_CENTER)
        stopButton = .textButton(language.text(.stop), classes: ["pill"]).aligned(horizontally: GTK_ALIGN_CENTER)
        let root = Widget.column(spacing: 12, [spinner, message, retryButton, stopButton]).margins(
            horizontal: 24, top: 18, bottom: 30
        )
        .with(["feed-load-more"])
        gtk_widget_set_size_request(root.pointer, -1, 72)
        retryFocus = RetryFocus(of: retryButton, in: root)
        super.init(root: root)
        retryButton.onClick { [weak self] in self?.onRetry?() }
        stopButton.onClick { [weak self] in self?.onStop?() }
        display(LoadMoreViewModel(isLoading: false, message: nil))
    }

    func display(_ viewModel: LoadMoreViewModel?) {
        isLoadingToEnd = viewModel?.progress != nil
        guard let viewModel else { return }
        spinner.spin(viewModel.isLoading)
        let text = viewModel.progress ?? viewModel.message
        message.show(text ?? "")
        message.isVisible = text != nil
        stopButton.isVisible = viewModel.progress != nil
        retryFocus.update { retryButton.isVisible = viewModel.message != nil && !viewModel.isLoading }
        root.setAccessibleBusy(viewModel.isLoading)
    }
}

final class NewSinceLine: WidgetOwner {
    init(language: Language) {
        let arrow = Widget(gtk_image_new_from_icon_name("go-up-symbolic"))
        let text = Widget(gtkkit_label_without_role(language.text(.newSince)))
        gtk_label_set_wrap(text.opaque, gboolean(1))
        gtk_label_set_justify(text.opaque, GTK_JUSTIFY_CENTER)
        let parts = [Self.rule(), .row(spacing: 6, [arrow, text.with(["caption-heading"])]), Self.rule()]
        super.init(
            root: Widget.row(spacing: 12, role: GTK_ACCESSIBLE_ROLE_SEPARATOR, parts)
                .with(["feed-new-since", "dim-label"]))
        root.setAccessibleLabel(language.text(.newSinceAbove))
    }

    private static func rule() -> Widget {
        Widget.row().with(["feed-rule"]).expanding(horizontally: true).aligned(vertically: GTK_ALIGN_CENTER)
    }
}
