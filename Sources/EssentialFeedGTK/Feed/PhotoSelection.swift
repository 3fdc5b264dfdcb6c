import CAdwaita
package import EssentialFeed
import GtkKit

/// The photos that the user has selected to save copies of them. While there are any, a click selects or deselects.
struct SelectedPhotos: Equatable {
    private(set) var ids: Set<FeedImage.ID> = []
    /// The photo that was selected last, where a range begins.
    private var last: FeedImage.ID?

    mutating func toggle(_ id: FeedImage.ID) {
        last = ids.remove(id) == nil ? id : nil
        if last != nil { ids.insert(id) }
    }

    mutating func extend(to id: FeedImage.ID, in images: [FeedImage]) {
        guard let end = images.firstIndex(where: { $0.id == id }) else { return }
        let start = last.flatMap { last in images.firstIndex { $0.id == last } } ?? end
        ids.formUnion(images[min(start, end)...max(start, end)].map(\.id))
        last = id
    }

    mutating func selectAll(of images: [FeedImage]) { ids.formUnion(images.map(\.id)) }
    mutating func deselect(_ ids: Set<FeedImage.ID>) { self.ids.subtract(ids) }
    mutating func keep(_ images: [FeedImage]) { if !ids.isEmpty { ids.formIntersection(images.map(\.id)) } }
}

/// How far copies of several photos are saved.
package enum CopyProgress: Equatable, Sendable {
    case saving(Int, of: Int)
    /// Saving has ended, and these photos are saved; the text explains why others aren't.
    case ended(saved: Set<FeedImage.ID>, String?)
}

/// The mark on a photo while photos are selected. Screen readers learn that from the photo.
enum SelectionMark {
    static let width = 48

    static func make() -> Widget {
        let box = Widget.row(role: GTK_ACCESSIBLE_ROLE_NONE)
        gtk_widget_set_can_target(box.pointer, gboolean(0))
        return box.with(["selection-mark"]).aligned(horizontally: GTK_ALIGN_END, vertically: GTK_ALIGN_START)
    }
}

/// The selection of photos: a title bar with their number, Cancel and Select All, and a bar that saves copies.
final class PhotoSelection {
    let header = Widget(gtk_stack_new())
    let bar: Widget
    var onSave: (([FeedImage]) -> Void)?
    var onStop: (() -> Void)?
    var onChange: (() -> Void)?
    private var selected = SelectedPhotos() {
        didSet {
            guard selected != oldValue else { return }
            failure = nil
            updateBars()
            onChange?()
        }
    }
    private var images: [FeedImage] = []
    /// Whether no more photos can be loaded.
    private var isComplete = true
    private var progress: (saved: Int, total: Int)?
    private var failure: String?
    private let title = Widget(adw_window_title_new("", ""))
    private let status = Widget.label()
    private let save: Widget
    private let stop: Widget
    private let close: Widget
    private let language: Language

    init(replacing feedBar: Widget, language: Language) {
        self.language = language
        save = .textButton(language.text(.saveCopies), classes: ["suggested-action"])
        stop = .textButton(language.text(.stop))
        let cancel = Widget.textButton(language.text(.cancel))
        let all = Widget.iconButton("edit-select-all-symbolic", label: language.text(.selectAll))
        close = .iconButton("window-close-symbolic", label: language.text(.dismiss), classes: ["flat"])
        let selectionBar = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(selectionBar.opaque, title.pointer)
        adw_header_bar_pack_start(selectionBar.opaque, cancel.pointer)
        adw_header_bar_pack_end(selectionBar.opaque, all.pointer)
        gtk_stack_add_named(header.opaque, feedBar.pointer, "feed")
        gtk_stack_add_named(header.opaque, selectionBar.pointer, "selection")
        let text = Widget.column([status]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let content = Widget.row(spacing: 6, [text, save, stop, close]).margins(horizontal: 12, top: 6, bottom: 6)
        bar = .revealer(.column([.clamp(content, maximumWidth: 10_000)]).with(["feed-note"]), milliseconds: 200)
        gtk_revealer_set_transition_type(bar.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        save.onClick { [weak self] in
            guard let self else { return }
            onSave?(images.filter { contains($0.id) })
        }
        stop.onClick { [weak self] in self?.onStop?() }
        for button in [cancel, close] { button.onClick { [weak self] in self?.end() } }
        all.onClick { [weak self] in self?.selectAll() }
        updateBars()
    }

    var isActive: Bool { !selected.ids.isEmpty }
    private var isShown: Bool { isActive || progress != nil || failure != nil }
    func contains(_ id: FeedImage.ID) -> Bool { selected.ids.contains(id) }
    func state(of id: FeedImage.ID) -> Bool? { isActive ? contains(id) : nil }
    func toggle(_ id: FeedImage.ID) { selected.toggle(id) }
    func selectAll() { selected.selectAll(of: images) }

    /// Deselects all photos, and stops saving. Returns whether there was anything to end.
    @discardableResult
    func end() -> Bool {
        guard isShown else { return false }
        if progress != nil { onStop?() }
        selected = SelectedPhotos()
        failure = nil
        updateBars()
        return true
    }

    func display(_ images: [FeedImage], isComplete: Bool) {
        (self.images, self.isComplete) = (images, isComplete)
        selected.keep(images)
        updateTitle()
    }

    func display(_ progress: CopyProgress) {
        switch progress {
        case .saving(let saved, let total): self.progress = (saved, total)
        case .ended(let saved, let text):
            self.progress = nil
            selected.deselect(saved)
            failure = text
        }
        updateBars()
    }

    /// Selects photos by clicks: with Ctrl or Shift at any time, and with any click once a photo is selected.
    func listen(on box: Widget, find: @escaping (Double, Double) -> FeedImage?) {
        let click = gtk_gesture_click_new()
        gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
        Signal.connect(click, "released") { [weak self] arguments in
            guard let self, let image = find(arguments.double(2), arguments.double(3)) else { return }
            let held = gtk_event_controller_get_current_event_state(click).rawValue
            let extends = held & GDK_SHIFT_MASK.rawValue != 0
            guard isActive || extends || held & GDK_CONTROL_MASK.rawValue != 0 else { return }
            if extends { selected.extend(to: image.id, in: images) } else { toggle(image.id) }
            gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
        }
        gtk_widget_add_controller(box.pointer, click)
    }

    private func updateTitle() {
        guard isActive else { return }
        adw_window_title_set_title(title.opaque, language.text(.selectedCount, String(selected.ids.count)))
        let isPartly = !isComplete && selected.ids.count == images.count
        adw_window_title_set_subtitle(title.opaque, isPartly ? language.text(.allLoaded) : "")
    }

    private func updateBars() {
        updateTitle()
        if isShown {
            let saving = progress.map {
                language.text(PreferencesStrings.offlineSaving, String($0.total), String($0.saved))
            }
            status.show(saving ?? failure ?? "")
        }
        // Without this, the stack would move the focus to a button of the other title bar, and Space would press it.
        if let focus = header.windowFocus, header.contains(focus), isActive != title.isMapped {
            gtk_root_set_focus(gtk_widget_get_root(header.pointer), nil)
        }
        header.showPage(isActive ? "selection" : "feed")
        let hadFocus = gtk_widget_is_focus(save.pointer) != 0
        stop.isVisible = progress != nil
        save.isVisible = progress == nil && isActive
        close.isVisible = progress == nil && !isActive
        if hadFocus, progress != nil { gtk_widget_grab_focus(stop.pointer) }
        bar.reveal(isShown)
    }
}
