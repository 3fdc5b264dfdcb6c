import CAdwaita
import CGtkKit
import EssentialFeed
import GtkKit
import ImageFormats

/// A photo without a caption, in the grid, possibly with a month's name. It is one widget, because a grid has thousands
/// of photos; its marks are siblings, created once they are needed.
final class PhotoCell: FeedCell {
    private let language: Language
    private var month: Widget?
    private var check: Widget?
    private var isSelected: Bool?
    private var span = 0..<0
    private var placeholder: Texture?

    init(language: Language) {
        self.language = language
        super.init(root: Widget(gtkkit_picture_button()).with(["photo-cell"]))
        gtk_picture_set_can_shrink(root.opaque, gboolean(1))
    }

    override func bind(_ image: FeedImage, _ texts: FeedImageViewModel, _ controller: FeedImageController<Texture>?) {
        if self.image?.placeholder != image.placeholder || self.image == nil {
            placeholder = image.placeholder.flatMap { Texture(placeholder: $0) }
        }
        super.bind(image, texts, controller)
        root.setAccessibleLabel(language.text(.openImage, texts.name(in: language)))
        if !isShown { display(.empty) }
    }

    override func place(_ span: Range<Int>, height: Int) {
        super.place(span, height: height)
        gtk_widget_set_size_request(root.pointer, -1, Int32(clamping: height))
        self.span = span
        for mark in marks { SpansLayout.set(span, of: mark) }
        showCheck()
    }

    func show(month name: String?) {
        if name != nil, month == nil {
            month = mark(
                .label(classes: ["photo-month", "osd", "caption-heading"], lines: 1)
                    .aligned(horizontally: GTK_ALIGN_START, vertically: GTK_ALIGN_START))
        }
        month?.show(name ?? "")
        month?.isVisible = name != nil
    }

    override func show(isSelected: Bool?) {
        super.show(isSelected: isSelected)
        self.isSelected = isSelected
        showCheck()
    }

    override func becomeVisible() {
        super.becomeVisible()
        showCheck()
    }

    private func showCheck() {
        let hasMark = isShown && isSelected != nil && span.count >= SelectionMark.width
        if hasMark, check == nil { check = mark(SelectionMark.make()) }
        check?.isVisible = hasMark
        check?.setClass("empty", isSelected == false)
    }

    private var marks: [Widget] { [month, check].compactMap(\.self) }

    override func unbind() {
        super.unbind()
        for mark in marks { mark.isVisible = false }
    }

    private func mark(_ widget: Widget) -> Widget {
        gtk_widget_set_can_target(widget.pointer, gboolean(0))
        SpansLayout.set(span, of: widget)
        gtk_widget_get_parent(root.pointer).map { Widget($0) }?.append([widget])
        return widget
    }

    override func display(_ state: FeedImageState<Texture>) {
        let shown = state.picture ?? (state.failure == nil ? placeholder : nil)
        gtk_picture_set_paintable(root.opaque, shown?.pointer)
        let isTiny = state.picture != nil && image?.shownSize?.isTiny ?? false
        gtk_picture_set_content_fit(root.opaque, isTiny ? GTK_CONTENT_FIT_SCALE_DOWN : GTK_CONTENT_FIT_COVER)
        root.setClass("covered", shown != nil && !isTiny)
        root.setClass("failed", state.failure != nil)
        root.setAccessibleDescription(state.failure?.message(in: language) ?? "")
        root.setAccessibleBusy(state.isLoading)
    }

    override func grabFocus() { gtk_widget_grab_focus(root.pointer) }
}

final class MonthHeading: WidgetOwner {
    private let name = Widget(gtkkit_label_without_role("")).with(["heading"])
    private let count = Widget(gtkkit_label_without_role("")).with(["caption", "dim-label"])
    private let language: Language

    init(language: Language) {
        self.language = language
        for label in [name, count] { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END) }
        super.init(
            root: Widget.row(spacing: 9, role: GTK_ACCESSIBLE_ROLE_HEADING, [name, count]).with(["month-heading"]))
    }

    func show(_ month: FeedMonth) {
        name.show(month.name)
        count.show(language.text(.photoCount, String(month.images.count)))
        root.setAccessibleLabel(name.text + ", " + count.text)
    }
}

/// The month of the first photo on the screen, beside the scrollbar while the list scrolls.
final class MonthPill {
    let root: Widget
    private var hiding: Task<Void, Never>?

    init() {
        let label = Widget(gtkkit_label_without_role("")).with(["month-pill", "osd", "heading"])
        root = Widget.revealer(label, milliseconds: 200)
            .aligned(horizontally: GTK_ALIGN_END, vertically: GTK_ALIGN_START)
        gtk_revealer_set_transition_type(root.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_widget_set_can_target(root.pointer, gboolean(0))
        gtk_widget_set_margin_end(root.pointer, 18)
    }

    /// Shows a month for a second at a place from 0 to 1.
    func show(_ month: String, at place: Double, in height: Int) {
        guard let label = gtk_revealer_get_child(root.opaque).map({ Widget($0) }) else { return }
        label.show(month)
        root.reveal(true)
        var size = GtkRequisition()
        gtk_widget_get_preferred_size(label.pointer, nil, &size)
        let room = Double(max(0, height - Int(size.height)))
        gtk_widget_set_margin_top(root.pointer, Int32(min(max(place, 0), 1) * room))
        hiding?.cancel()
        hiding = Task { [weak self] in
            do {
                try await Task.sleep(for: .seconds(1))
                self?.root.reveal(false)
            } catch {
                // Another month is shown, or none.
            }
        }
    }

    func hide() {
        hiding?.cancel()
        root.reveal(false)
    }
}
