import CAdwaita
import EssentialFeed
import GtkKit
import ImageFormats

/// The whole screen: the photo, its texts below, and above it how old the feed is if it is a saved one.
final class SlideWindow: SlideshowView, FeedImageView {
    private let slideshow: SlideshowController
    private let pictures: FeedImageControllers<Texture>
    private let language: Language
    private let window = Widget(gtk_window_new())
    private let picture = Widget(gtk_picture_new()).expanding(horizontally: true, vertically: true)
    private let spinner = Widget(gtk_spinner_new())
    private let heading = Widget.label(classes: ["heading"])
    private let caption = Widget.label(lines: 4)
    private let texts = Widget.column(spacing: 6)
    private let note = Widget.label()
    private let message = Widget.label()
    private var shown: FeedImageController<Texture>?

    init(
        _ slideshow: SlideshowController, pictures: FeedImageControllers<Texture>, language: Language,
        onClose: @escaping @MainActor () -> Void
    ) {
        (self.slideshow, self.pictures, self.language) = (slideshow, pictures, language)
        StyleSheet(
            """
            .slide { background: black; color: white; font-size: 130%; }
            .slide > label, .slide > box { background: rgba(0, 0, 0, 0.75); padding: 12px 18px; border-radius: 12px; }
            """
        ).apply()
        gtk_widget_set_size_request(spinner.pointer, 48, 48)
        texts.append([heading, caption])
        let overlay = Widget(gtk_overlay_new()).with(["slide"])
        gtk_overlay_set_child(overlay.opaque, picture.pointer)
        for (widget, side) in [
            (spinner, GTK_ALIGN_CENTER), (message, GTK_ALIGN_CENTER), (note, GTK_ALIGN_START), (texts, GTK_ALIGN_END),
        ] {
            let placed = widget.aligned(horizontally: GTK_ALIGN_CENTER, vertically: side)
            gtk_overlay_add_overlay(overlay.opaque, placed.margins(horizontal: 24, top: 24, bottom: 24).pointer)
        }
        gtk_window_set_title(window.window, FeedPresenter.title(in: language))
        gtk_window_set_default_size(window.window, 960, 600)
        gtk_window_set_child(window.window, overlay.pointer)
        gtk_widget_set_cursor_from_name(window.pointer, "none")
        Signal.connect(window, "close-request", onClose)
        addKeys()
    }

    func present() {
        gtk_window_fullscreen(window.window)
        gtk_window_present(window.window)
        guard let surface = gtk_native_get_surface(window.opaque) else { return }
        Signal.connect(UnsafeMutableRawPointer(surface), "layout") { [pictures, window] arguments in
            let scale = Int(gtk_widget_get_scale_factor(window.pointer))
            let (width, height) = (arguments.integer(1) * scale, arguments.integer(2) * scale)
            if width > 0, height > 0 { pictures.sizing = .whole(in: PixelSize(width: width, height: height)) }
        }
    }

    private func addKeys() {
        guard let keys = gtk_event_controller_key_new() else { return }
        Signal.connect(UnsafeMutableRawPointer(keys), "key-pressed") { [slideshow, window] arguments in
            let isRightToLeft = gtk_widget_get_direction(window.pointer) == GTK_TEXT_DIR_RTL
            switch Int32(clamping: arguments.unsigned(1)) {
            case GDK_KEY_Escape: gtk_window_close(window.window)
            case GDK_KEY_space: slideshow.showNext()
            case GDK_KEY_Right: isRightToLeft ? slideshow.showPrevious() : slideshow.showNext()
            case GDK_KEY_Left: isRightToLeft ? slideshow.showNext() : slideshow.showPrevious()
            default: return arguments.answer(false)
            }
            arguments.answer(true)
        }
        gtk_widget_add_controller(window.pointer, keys)
    }

    func display(_ viewModel: SlideshowViewModel) {
        let parts = [viewModel.texts.location ?? viewModel.texts.author, viewModel.texts.date].compactMap(\.self)
        heading.setText(PlainText.line((["\(viewModel.number)/\(viewModel.count)"] + parts).joined(separator: " · ")))
        show(viewModel.texts.description, in: caption)
        show(viewModel.note, in: note)
        texts.isVisible = !viewModel.images.isEmpty
        picture.setAccessibleLabel(PlainText.line(viewModel.texts.description ?? parts.first ?? ""))
        window.setAccessibleBusy(viewModel.isLoading)
        pictures.display(viewModel.images)
        let controller = viewModel.images.first.flatMap { pictures.controller(for: $0.id) }
        if controller !== shown {
            shown?.resignVisible(self)
            shown = controller
            if let controller { controller.becomeVisible(self) } else { display(FeedImageState<Texture>.empty) }
            pictures.visibleRowsChanged(Set(viewModel.images.prefix(1).map(\.id)))
        }
        if controller == nil { show(viewModel.message, in: message) }
    }

    func display(_ state: FeedImageState<Texture>) {
        gtk_picture_set_paintable(picture.opaque, state.picture?.pointer)
        spinner.spin(state.isLoading)
        show(state.failure?.message(in: language), in: message)
        if state.picture != nil || state.failure != nil { slideshow.imageSeen() }
    }

    private func show(_ text: String?, in label: Widget) {
        label.setText(PlainText.clean(text ?? ""))
        label.isVisible = text != nil
    }
}
