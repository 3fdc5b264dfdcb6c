import CAdwaita
import EssentialFeed
import Foundation
import GtkKit

/// The viewer's picture from edge to edge, with texts and buttons over it, which fade out while unused.
final class ViewerOverlay {
    let root: Widget
    let back: Widget
    let previous: Widget
    let next: Widget
    let comments: Widget
    let details: Widget
    let thumbnails = Widget(gtk_toggle_button_new())
    let play: Widget
    let tryAgain: Widget
    let caption = LinkedLabel()
    /// The command that opened the pane beside the picture. Then the controls stay, and the pane has the window's
    /// buttons.
    var pane: PhotoCommand? {
        didSet {
            adw_header_bar_set_show_end_title_buttons(header.opaque, gboolean(pane == nil ? 1 : 0))
            for (button, command) in [(comments, PhotoCommand.comments), (details, .details)] {
                if pane == command {
                    gtk_widget_set_state_flags(button.pointer, GTK_STATE_FLAG_CHECKED, gboolean(0))
                } else {
                    gtk_widget_unset_state_flags(button.pointer, GTK_STATE_FLAG_CHECKED)
                }
            }
        }
    }
    var hasDetails = false
    private let language: Language
    private let header: Widget
    private let title: Widget
    private let subtitle: Widget
    private let titles: Widget
    private let captionBox: Widget
    private let fullScreen: Widget
    private let menu: Widget
    private let spinner: Widget
    private let reason: Widget
    private let failure: Widget
    private let zoom: Widget
    private let fading: [Widget]
    private let screenReader = ScreenReader()
    private var controls: ViewerControls?
    private var window: WhileMapped?
    private var layouts: WhileMapped?
    private var pointer = (x: -1.0, y: -1.0)

    /// The width below which the title bar has fewer buttons.
    private static let narrow: Int32 = 560

    init(around picture: Widget, language: Language, clock: any Clock<Duration>) {
        self.language = language
        title = .centredLabel(classes: ["heading"], lines: 2)
        subtitle = .centredLabel(classes: ["caption", "dim-label"], lines: 2)
        // They wrap only if there isn't enough room.
        for label in [title, subtitle] {
            gtk_label_set_natural_wrap_mode(label.opaque, GTK_NATURAL_WRAP_NONE)
        }
        titles = .column([title, subtitle]).aligned(vertically: GTK_ALIGN_CENTER)
        back = .iconButton("go-previous-symbolic", label: language.text(.back))
        comments = .iconButton("user-available-symbolic", label: ImageCommentsPresenter.title(in: language))
        details = .iconButton("help-about-symbolic", label: language.text(.details))
        fullScreen = .iconButton("view-fullscreen-symbolic", label: language.text(.fullScreen))
        gtk_button_set_icon_name(thumbnails.button, "folder-pictures-symbolic")
        thumbnails.setLabel(language.text(.thumbnails))
        gtk_actionable_set_action_name(fullScreen.opaque, "win.fullscreen")
        menu = Widget(gtk_menu_button_new())
        header = Widget(adw_header_bar_new()).with(["flat", "viewer-bar"]).aligned(vertically: GTK_ALIGN_START)
        adw_header_bar_set_title_widget(header.opaque, titles.pointer)
        for button in [back, thumbnails, menu, fullScreen, details, comments] {
            button.aligned(vertically: GTK_ALIGN_CENTER)
        }
        for button in [back, thumbnails] { adw_header_bar_pack_start(header.opaque, button.pointer) }
        for button in [menu, fullScreen, details, comments] { adw_header_bar_pack_end(header.opaque, button.pointer) }

        spinner = .spinner(size: 32).aligned(vertically: GTK_ALIGN_CENTER)
        gtk_widget_set_can_target(spinner.pointer, gboolean(0))
        reason = .centredLabel()
        tryAgain = .textButton(language.text(.tryAgain), classes: ["pill"])
            .aligned(horizontally: GTK_ALIGN_CENTER)
        failure = .column(spacing: 12, [reason, tryAgain]).margins(horizontal: 24)
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        previous = Self.sideButton("go-previous-symbolic", language.text(.previousPhoto), GTK_ALIGN_START)
        next = Self.sideButton("go-next-symbolic", language.text(.nextPhoto), GTK_ALIGN_END)
        play = .iconButton("media-playback-start-symbolic", label: language.text(.play), classes: ["circular", "osd"])
            .margins(horizontal: 12, bottom: 12).aligned(horizontally: GTK_ALIGN_END)
        play.isVisible = false
        zoom = .label(classes: ["osd", "viewer-zoom", "numeric"])
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        gtk_widget_set_can_target(zoom.pointer, gboolean(0))
        zoom.isVisible = false

        // A short caption is centred; the lines of a long one are aligned at the start.
        let clamp = Widget.clamp(
            caption.root.margins(horizontal: 12, top: 12, bottom: 12).aligned(horizontally: GTK_ALIGN_CENTER))
        let scroller = Widget.scroller(clamp)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, 160)
        // The scrollbar shows that there is more text.
        gtk_scrolled_window_set_overlay_scrolling(scroller.opaque, gboolean(0))
        captionBox = ContentHeightLayout.around(scroller).with(["viewer-bar"])
        let bottom = Widget.column([play, captionBox]).aligned(vertically: GTK_ALIGN_END)
        fading = [header, bottom, previous, next]
        for widget in fading { widget.with(["viewer-control"]) }

        root = Widget(gtk_overlay_new()).with(["viewer"]).expanding(horizontally: true, vertically: true)
        gtk_overlay_set_child(root.opaque, picture.pointer)
        for widget in [spinner, failure, zoom, previous, next, bottom, header] {
            gtk_overlay_add_overlay(root.opaque, widget.pointer)
        }
        let controls = ViewerControls(
            clock: clock, isHeld: { [weak self] in self?.isHeld ?? false },
            onChange: { [weak self] in self?.displayControls() })
        self.controls = controls
        listen()
    }

    private static func sideButton(_ icon: String, _ label: String, _ side: GtkAlign) -> Widget {
        Widget.iconButton(icon, label: label, classes: ["circular", "osd"])
            .margins(horizontal: 12).aligned(horizontally: side, vertically: GTK_ALIGN_CENTER)
    }

    func setMenu(_ menu: Menu, icon: String, label: String) {
        gtk_menu_button_set_icon_name(self.menu.opaque, icon)
        gtk_menu_button_set_menu_model(self.menu.opaque, menu.model.cast())
        gtk_menu_button_set_primary(self.menu.opaque, gboolean(1))
        self.menu.setLabel(label)
    }

    func display(_ texts: FeedImageViewModel) {
        let captions = [texts.location, texts.author, texts.absoluteDate].compactMap(\.self).map(PlainText.line)
        let details = captions.dropFirst().joined(separator: " · ")
        title.setText(captions.first ?? language.text(.photo))
        subtitle.setText(details)
        subtitle.isVisible = !details.isEmpty
        gtk_widget_set_tooltip_text(titles.pointer, captions.joined(separator: "\n"))
        caption.show(texts.description ?? "")
        captionBox.isVisible = texts.description != nil
    }

    func display(_ state: FeedImageState<Texture>) {
        spinner.spin(state.isLoading)
        reason.show(state.failure?.message(in: language) ?? "")
        tryAgain.isVisible = state.failure?.mayRetry ?? false
        failure.isVisible = state.failure != nil
        if state.failure != nil { used() }
    }

    func displayPlay(isPlaying: Bool) {
        gtk_button_set_icon_name(
            play.button, isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        play.setLabel(language.text(isPlaying ? .pause : .play))
    }

    func show(zoom percent: Int?) { if let percent { controls?.zoomed(to: percent) } }
    func used() { controls?.used() }

    private func listen() {
        let (motion, click) = (gtk_event_controller_motion_new(), gtk_gesture_click_new())
        Signal.connect(motion, "motion") { [weak self] arguments in
            let now = (arguments.double(1), arguments.double(2))
            // GTK repeats the position when something below the pointer changes.
            guard let self, now != pointer else { return }
            pointer = now
            used()
        }
        gtk_gesture_single_set_button(click, 0)
        Signal.connect(click, "pressed") { [weak self] _ in self?.used() }
        for controller in [motion, click] {
            gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(root.pointer, controller)
        }
        layouts = WhileMapped(layingOut: root) { [weak self] in self?.fitHeader() }
        window = WhileMapped(root) { [weak self, root] in
            guard let pointer = gtk_widget_get_root(root.pointer) else { return nil }
            let window = ObjectReference(pointer)
            let handler = Signal.connect(window.pointer, "notify::fullscreened") { [weak self] _ in
                self?.displayControls()
            }
            self?.used()
            self?.displayControls()
            return { Signal.disconnect(window.pointer, handler) }
        }
    }

    /// Hides buttons that are in the menu or unnecessary in a narrow window, to leave enough space for the title.
    private func fitHeader() {
        let isNarrow = gtk_widget_get_width(root.pointer) < Self.narrow
        fullScreen.isVisible = !isNarrow
        for button in [details, thumbnails] { button.isVisible = hasDetails && !isNarrow }
    }

    /// Whether the controls stay: under the pointer, with the visible focus, a menu or a message, or for a screen
    /// reader.
    private var isHeld: Bool {
        let isUsed = fading.contains { widget in
            gtk_widget_get_state_flags(widget.pointer).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
                || isFocusVisible && root.windowFocus.map { $0 == widget || widget.contains($0) } == true
        }
        return isUsed || pane != nil || isMenuOpen || failure.isVisible || screenReader.isOn
    }

    private var isMenuOpen: Bool {
        root.windowFocus.map { gtk_widget_get_ancestor($0.pointer, gtk_popover_get_type()) != nil } ?? false
    }

    private func displayControls() {
        guard let controls else { return }
        root.setClass("resting", !controls.areShown)
        for widget in fading { gtk_widget_set_can_target(widget.pointer, gboolean(controls.areShown ? 1 : 0)) }
        zoom.setText(controls.zoom?.formatted(.percent.locale(language.locale)) ?? "")
        zoom.isVisible = controls.zoom != nil
        let isFullScreen = isFullScreen
        gtk_widget_set_cursor_from_name(root.pointer, isFullScreen && !controls.areShown ? "none" : nil)
        gtk_button_set_icon_name(fullScreen.button, isFullScreen ? "view-restore-symbolic" : "view-fullscreen-symbolic")
        fullScreen.setLabel(language.text(isFullScreen ? .leaveFullScreen : .fullScreen))
    }

    private var rootWindow: UnsafeMutablePointer<GtkWindow>? {
        gtk_widget_get_root(root.pointer).map { UnsafeMutablePointer($0) }
    }

    private var isFocusVisible: Bool { rootWindow.map { gtk_window_get_focus_visible($0) != 0 } ?? false }
    private var isFullScreen: Bool { rootWindow.map { gtk_window_is_fullscreen($0) != 0 } ?? false }

    func toggleThumbnails() {
        gtk_toggle_button_set_active(thumbnails.cast(), 1 - gtk_toggle_button_get_active(thumbnails.cast()))
    }

    func activate(_ action: String) { gtk_widget_activate_action_variant(root.pointer, action, nil) }

    func leaveFullScreen() -> Bool {
        guard isFullScreen else { return false }
        gtk_window_unfullscreen(rootWindow)
        return true
    }
}
