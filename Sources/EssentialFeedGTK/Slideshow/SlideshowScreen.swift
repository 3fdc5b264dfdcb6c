import CAdwaita
import CGtkKit
package import EssentialFeed
package import GtkKit
import ImageFormats

/// The screen that shows a feed's images one at a time, each for the same time. Draws the view models of a
/// ``SlideshowController`` and forwards user actions to it.
package final class SlideshowScreen: SlideshowView, FeedImageView {
    package typealias Picture = Texture

    /// The display times that the menu offers, in seconds.
    private static let turns = [3, 5, 8, 15, 30]

    /// The screen's widget.
    package let root: Widget
    private let slideshow: SlideshowController
    private let pictures: FeedImageControllers<Texture>
    private let language: Language
    private let reference: ObjectReference
    private let picture = Widget(gtk_picture_new()).expanding(horizontally: true, vertically: true)
    private let overlay: ViewerOverlay
    private let menu: ObjectReference
    private var keys: WindowKeys?
    private var layouts: WhileMapped?
    private var awake: WhileMapped?
    private var shown: FeedImageController<Texture>?
    /// The application that inhibits idling, and its cookie.
    private var inhibition: (application: ObjectReference, cookie: guint)?
    private var isPaused = false
    private var isMapped = false

    /// Creates the screen and becomes the view of its controller.
    /// - Parameters:
    ///   - slideshow: The controller whose view models the screen draws.
    ///   - pictures: The controllers of the pictures, for this screen only.
    ///   - language: The language of the screen's own texts.
    ///   - clock: Times the hiding of the controls.
    ///   - onBack: Called when the user wants to end the slideshow.
    package init(
        _ slideshow: SlideshowController, pictures: FeedImageControllers<Texture>, language: Language,
        clock: any Clock<Duration> = ContinuousClock(), onBack: @escaping @MainActor () -> Void
    ) {
        (self.slideshow, self.pictures, self.language) = (slideshow, pictures, language)
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_CONTAIN)
        overlay = ViewerOverlay(around: picture, language: language, clock: clock)
        root = overlay.root
        reference = ObjectReference(root.raw)
        menu = Self.menu(language)
        overlay.comments.isVisible = false
        overlay.play.isVisible = true
        overlay.setMenu(
            menu.pointer.assumingMemoryBound(to: GMenuModel.self), icon: "preferences-system-time-symbolic",
            label: language.text(.timePerPhoto))
        connect(onBack)
        slideshow.view = self
    }

    private static func menu(_ language: Language) -> ObjectReference {
        guard let menu = g_menu_new(), let times = g_menu_new() else { preconditionFailure("GLib made no menu") }
        for seconds in turns {
            let item = g_menu_item_new(language.text(.seconds, String(seconds)), nil)
            g_menu_item_set_action_and_target_value(item, "slideshow.turn", g_variant_new_string(String(seconds)))
            g_menu_append_item(times, item)
            g_object_unref(item.map { UnsafeMutableRawPointer($0) })
        }
        let section = UnsafeMutableRawPointer(times)
        g_menu_append_section(menu, language.text(.timePerPhoto), section.assumingMemoryBound(to: GMenuModel.self))
        g_object_unref(section)
        return ObjectReference(owning: UnsafeMutableRawPointer(menu))
    }

    private func connect(_ onBack: @escaping @MainActor () -> Void) {
        overlay.back.onClick(onBack)
        Actions.addShortcut("Escape", to: root, onBack)
        overlay.previous.onClick { [slideshow] in slideshow.showPrevious() }
        overlay.next.onClick { [slideshow] in slideshow.showNext() }
        overlay.play.onClick { [slideshow] in slideshow.togglePause() }
        overlay.tryAgain.onClick { [weak self] in self?.shown?.retry() }
        if let group = g_simple_action_group_new() {
            let map = UnsafeMutableRawPointer(group)
            Actions.addChoice("turn", to: map) { [slideshow] text in
                guard let seconds = Int(text) else { return }
                slideshow.turn = .seconds(seconds)
                Actions.setChoice(text, of: "turn", in: map)
            }
            Actions.setChoice(String(slideshow.turn.components.seconds), of: "turn", in: map)
            gtk_widget_insert_action_group(root.pointer, "slideshow", gtkkit_action_group(map))
            g_object_unref(map)
        }
        keys = WindowKeys(root) { [weak self] press in
            guard let self, !(keys?.isTaken ?? true) else { return false }
            overlay.used()
            return ImageViewerKey(key: press.key, modifiers: press.modifiers).map(perform) ?? false
        }
        layouts = WhileMapped(layingOut: root) { [weak self] in self?.fitPictures() }
        awake = WhileMapped(root) { [weak self] in
            self?.isMapped = true
            self?.keepScreenOn()
            return { [weak self] in
                self?.isMapped = false
                self?.keepScreenOn()
            }
        }
    }

    private func perform(_ key: ImageViewerKey) -> Bool {
        let isRightToLeft = gtk_widget_get_direction(root.pointer) == GTK_TEXT_DIR_RTL
        switch key {
        case .left: isRightToLeft ? slideshow.showNext() : slideshow.showPrevious()
        case .right: isRightToLeft ? slideshow.showPrevious() : slideshow.showNext()
        case .playOrPause: slideshow.togglePause()
        case .fullScreen: overlay.activate("win.fullscreen")
        default: return false
        }
        return true
    }

    private func fitPictures() {
        let scale = Int(gtk_widget_get_scale_factor(root.pointer))
        let (width, height) = (gtk_widget_get_width(root.pointer), gtk_widget_get_height(root.pointer))
        if width > 0, height > 0 {
            pictures.sizing = .whole(in: PixelSize(width: Int(width) * scale, height: Int(height) * scale))
        }
    }

    /// Keeps the computer's screen on while the slideshow is seen and isn't paused.
    private func keepScreenOn() {
        guard isMapped, !isPaused else {
            if let (application, cookie) = inhibition {
                gtk_application_uninhibit(gtkkit_application(application.pointer), cookie)
            }
            inhibition = nil
            return
        }
        guard inhibition == nil, let pointer = gtk_widget_get_root(root.pointer) else { return }
        let window = gtkkit_window(UnsafeMutableRawPointer(pointer))
        guard let application = gtk_window_get_application(window) else { return }
        let cookie = gtk_application_inhibit(
            application, window, GTK_APPLICATION_INHIBIT_IDLE, language.text(.slideshow))
        // Without a desktop session, nothing turns the screen off.
        if cookie != 0 { inhibition = (ObjectReference(UnsafeMutableRawPointer(application)), cookie) }
    }

    // MARK: SlideshowView

    package func display(_ viewModel: SlideshowViewModel) {
        overlay.display(viewModel.texts)
        overlay.displayPlay(isPlaying: !viewModel.isPaused)
        isPaused = viewModel.isPaused
        keepScreenOn()
        picture.setAccessibleLabel(viewModel.texts.name(in: language))
        root.setAccessibleBusy(viewModel.isLoading)
        pictures.display(viewModel.images)
        let controller = viewModel.images.first.flatMap { pictures.controller(for: $0.id) }
        if controller !== shown {
            shown?.resignVisible(self)
            shown = controller
            if let controller { controller.becomeVisible(self) } else { display(FeedImageState<Texture>.empty) }
            pictures.visibleRowsChanged(Set(viewModel.images.prefix(1).map(\.id)))
        }
        if controller == nil {
            overlay.display(isLoading: viewModel.isLoading, message: viewModel.message, mayRetry: false)
        }
    }

    package func display(_ state: FeedImageState<Texture>) {
        gtk_picture_set_paintable(picture.opaque, state.picture?.pointer)
        overlay.display(
            isLoading: state.isLoading, message: state.failure?.message(in: language),
            mayRetry: state.failure?.mayRetry ?? false)
        if state.picture != nil || state.failure != nil { slideshow.imageSeen() }
    }
}
