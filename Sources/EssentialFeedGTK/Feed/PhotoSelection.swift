import CAdwaita
import EssentialFeed
import GtkKit

/// The photos that the user has selected to save copies of them. While there are any, a click selects or deselects.
struct SelectedPhotos: Equatable {
    private(set) var ids: Set<FeedImage.ID> = []
    /// The photo that was selected last, where a range begins.
    private var last: FeedImage.ID?

    /// Selects a photo, or deselects it.
    mutating func toggle(_ id: FeedImage.ID) {
        last = ids.remove(id) == nil ? id : nil
        if last != nil { ids.insert(id) }
    }

    /// Selects the photos from the one that was selected last to another one.
    mutating func extend(to id: FeedImage.ID, in images: [FeedImage]) {
        guard let end = images.firstIndex(where: { $0.id == id }) else { return }
        let start = last.flatMap { last in images.firstIndex { $0.id == last } } ?? end
        ids.formUnion(images[min(start, end)...max(start, end)].map(\.id))
        last = id
    }

    mutating func selectAll(of images: [FeedImage]) { ids.formUnion(images.map(\.id)) }

    /// Deselects the photos that the feed doesn't contain any more.
    mutating func keep(_ images: [FeedImage]) {
        if !ids.isEmpty { ids.formIntersection(images.map(\.id)) }
    }
}

/// How far copies of several photos are saved.
package enum CopyProgress: Equatable, Sendable {
    /// Some of the photos are saved.
    case saving(Int)
    /// Saving has ended before all photos were saved.
    case ended
    /// All photos are saved.
    case complete
}

/// The selection of photos in the feed, and the bar below the feed with its number and its commands.
final class PhotoSelection {
    let bar: Widget
    /// Receives the selected photos, in the order of the feed.
    var onSave: (([FeedImage]) -> Void)?
    /// Called when the user stops saving.
    var onStop: (() -> Void)?
    /// Called after photos were selected or deselected.
    var onChange: (() -> Void)?
    private var selected = SelectedPhotos() {
        didSet { if selected != oldValue { changed() } }
    }
    private var images: [FeedImage] = []
    private var saved: Int?
    private let count = Widget.label(classes: ["heading"])
    private let save: Widget
    private let stop: Widget
    private let language: Language

    init(language: Language) {
        self.language = language
        save = .textButton(language.text(.saveCopies), classes: ["suggested-action"])
        stop = .textButton(language.text(.stop))
        let close = Widget.iconButton("window-close-symbolic", label: language.text(.cancel), classes: ["flat"])
        let text = Widget.column([count]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let content = Widget.row(spacing: 6, [text, save, stop, close]).margins(horizontal: 12, top: 6, bottom: 6)
        bar = .revealer(.column([.clamp(content)]).with(["feed-note"]), milliseconds: 200)
        gtk_revealer_set_transition_type(bar.opaque, GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP)
        save.onClick { [weak self] in
            guard let self else { return }
            onSave?(images.filter { contains($0.id) })
        }
        stop.onClick { [weak self] in self?.onStop?() }
        close.onClick { [weak self] in self?.end() }
        changed()
    }

    /// Whether photos are being selected.
    var isActive: Bool { !selected.ids.isEmpty }

    func contains(_ id: FeedImage.ID) -> Bool { selected.ids.contains(id) }

    func toggle(_ id: FeedImage.ID) { selected.toggle(id) }

    func selectAll() { selected.selectAll(of: images) }

    /// Deselects all photos, and stops saving them.
    func end() {
        if saved != nil { onStop?() }
        selected = SelectedPhotos()
    }

    /// Shows the images of the feed.
    func display(_ images: [FeedImage]) {
        self.images = images
        selected.keep(images)
    }

    func display(_ progress: CopyProgress) {
        saved = if case .saving(let count) = progress { count } else { nil }
        if progress == .complete { end() } else { changed() }
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

    private func changed() {
        let number = selected.ids.count
        if isActive {
            let texts = saved.map { language.text(PreferencesStrings.offlineSaving, String(number), String($0)) }
            count.show(texts ?? language.text(.selectedCount, String(number)))
        }
        save.isVisible = saved == nil
        stop.isVisible = saved != nil
        bar.reveal(isActive)
        onChange?()
    }
}
