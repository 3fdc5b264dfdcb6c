import CAdwaita
package import EssentialFeed
package import GtkKit

/// The only window of the app, with its screens.
package final class MainWindow {
    /// The size is in application pixels, when the window isn't maximized or full screen.
    package typealias Frame = (width: Int, height: Int, isMaximized: Bool, isFullScreen: Bool)

    package let navigator = Navigator()
    package let transition: PhotoTransition
    package var menu: ObjectReference { mainMenu.model }
    /// Receives whether the window has the keyboard focus, after a change.
    package var onActiveChange: ((Bool) -> Void)?
    package var onBackFromFirstScreen: (() -> Void)?
    /// Called when the window is minimized and out of the user's sight.
    package var onHide: (() -> Void)?
    package var onAppear: (() -> Void)?
    package var onClose: (() -> Void)?
    private let window: Widget
    private let toasts: Widget
    private var lasting: OpaquePointer?
    private let mainMenu: MainMenu
    private let language: Language
    private let reference: ObjectReference
    private var appearing: Task<Void, Never>?

    package init(application: UnsafeMutableRawPointer, language: Language, frame: Frame) {
        self.language = language
        window = Widget(adw_application_window_new(UnsafeMutablePointer(OpaquePointer(application))))
        reference = ObjectReference(window.raw)
        ScreenStyle.apply()
        toasts = Widget(adw_toast_overlay_new())
        transition = PhotoTransition(over: navigator)
        mainMenu = MainMenu(language: language)
        gtk_window_set_title(window.window, language.text(.appName))
        gtk_window_set_default_size(window.window, Int32(clamping: frame.width), Int32(clamping: frame.height))
        if frame.isMaximized { gtk_window_maximize(window.window) }
        if frame.isFullScreen { gtk_window_fullscreen(window.window) }
        gtk_widget_set_size_request(window.pointer, 360, 294)
        adw_toast_overlay_set_child(toasts.opaque, transition.root.pointer)
        adw_application_window_set_content(window.cast(), toasts.pointer)
        Actions.add("back", to: window.raw) { [weak self] in
            guard let self else { return }
            if navigator.canGoBack { navigator.goBack() } else { onBackFromFirstScreen?() }
        }
        Actions.add("fullscreen", to: window.raw) { [weak self] in self?.isFullScreen.toggle() }
        Actions.add("show-help-overlay", to: window.raw) { [weak self] in self?.showShortcuts() }
        Signal.connect(window, "notify::is-active") { [weak self] in
            guard let self else { return }
            onActiveChange?(isActive)
        }
        Signal.connect(window.raw, "close-request") { [weak self] arguments in
            arguments.answer(false)
            self?.onClose?()
        }
    }

    /// Slow, so it is created on demand.
    private func showShortcuts() {
        guard let shortcuts = Shortcuts.window(language: language) else { return }
        // Replaces the action that called this with GTK's own, which shows the same window next time.
        gtk_application_window_set_help_overlay(window.cast(), shortcuts.opaque)
        gtk_window_present(shortcuts.window)
    }

    package func addAction(_ name: String, _ handler: @escaping @MainActor () -> Void) {
        Actions.add(name, to: window.raw, handler)
    }

    package func addServerAction(_ handler: @escaping @MainActor (RememberedServer) -> Void) {
        Actions.addChoice(MainMenu.serverAction, to: window.raw) { [servers = mainMenu] text in
            if let server = servers.listed.first(where: { $0.text == text }) { handler(server) }
        }
    }

    /// An empty path means all photos.
    package func addAlbumAction(_ handler: @escaping @MainActor (String) -> Void) {
        Actions.addChoice(MainMenu.albumAction, to: window.raw, handler)
    }

    package func display(albums: [String], shown: String) {
        mainMenu.display(albums: albums)
        Actions.setChoice(shown, of: MainMenu.albumAction, in: window.raw)
    }

    /// The current server's name is the window title. The numbers are of other servers' new images.
    package func display(
        _ servers: RememberedServers, shown: RememberedServer?, newImages: [RememberedServer: NewImageCount]
    ) {
        mainMenu.display(servers, shown: shown, newImages: newImages)
        gtk_window_set_title(window.window, shown.map(servers.name) ?? language.text(.appName))
        Actions.setChoice(shown?.text ?? "", of: MainMenu.serverAction, in: window.raw)
    }

    package var isFullScreen: Bool {
        get { gtk_window_is_fullscreen(window.window) != 0 }
        set { if newValue { gtk_window_fullscreen(window.window) } else { gtk_window_unfullscreen(window.window) } }
    }

    package var isActive: Bool { gtk_window_is_active(window.window) != 0 }

    /// Without `seconds`, the text is shown until the user closes it, or until the next one.
    package func showToast(_ text: String, seconds: Int? = nil) {
        guard let toast = adw_toast_new("") else { return }
        adw_toast_set_custom_title(toast, toastTitle(text).pointer)
        adw_toast_set_timeout(toast, guint(seconds ?? 0))
        if let lasting { adw_toast_dismiss(lasting) }
        if seconds == nil {
            lasting = toast
            Signal.connect(toast, "dismissed") { [weak self] _ in self?.lasting = nil }
        }
        adw_toast_overlay_add_toast(toasts.opaque, toast)
    }

    /// `onEnd` is called once the text has disappeared, after `onUndo`.
    package func showToast(_ text: String, onUndo: @escaping () -> Void, onEnd: @escaping () -> Void) {
        guard let toast = adw_toast_new("") else { return onEnd() }
        let button = language.text(.undo)
        adw_toast_set_custom_title(toast, toastTitle(text, beside: button).pointer)
        adw_toast_set_button_label(toast, button)
        adw_toast_set_timeout(toast, 20)
        // Other toasts may stay until they are closed.
        adw_toast_set_priority(toast, ADW_TOAST_PRIORITY_HIGH)
        Signal.connect(toast, "button-clicked") { _ in onUndo() }
        Signal.connect(toast, "dismissed") { _ in onEnd() }
        adw_toast_overlay_add_toast(toasts.opaque, toast)
    }

    /// A title of several lines. A toast gives it the full width it requests, so it requests no more than the buttons
    /// leave.
    private func toastTitle(_ text: String, beside button: String? = nil) -> Widget {
        let label = Widget.label(classes: ["heading"])
        label.show(text)
        let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(window.pointer), nil, nil)
        defer { pango_font_metrics_unref(metrics) }
        // Headings are bold and about a tenth wider.
        let character = Double(pango_font_metrics_get_approximate_char_width(metrics)) / Double(PANGO_SCALE) * 1.1
        let width = Double(max(360, gtk_widget_get_width(window.pointer)))
        // The width of margins, paddings, the close button and the other button.
        let buttons = button.map { 190 + Double($0.count) * character } ?? 130
        gtk_label_set_max_width_chars(label.opaque, Int32(min(60, max(8, (width - buttons) / max(1, character)))))
        return label
    }

    /// Shows the window once its screen has photos for the first frame, or after a tenth of a second.
    package func presentWithPhotos() {
        appearing = Task { [weak self] in
            do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
            self?.photosArrived()
        }
    }

    package func photosArrived() { if appearing != nil { present() } }

    package func present() {
        appearing?.cancel()
        appearing = nil
        let isFirst = gtk_widget_get_visible(window.pointer) == 0
        gtk_window_present(window.window)
        guard isFirst else { return }
        watchState()
        leaveFocus()
        onAppear?()
    }

    private func watchState() {
        guard let surface = gtk_native_get_surface(window.opaque) else { return }
        Signal.connect(UnsafeMutableRawPointer(surface), "notify::state") { [weak self] _ in
            if gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0 { self?.onHide?() }
        }
    }

    /// A new window focuses its first button, and Space would press that button instead of scrolling.
    package func leaveFocus() {
        guard let focus = gtk_window_get_focus(window.window).map({ Widget($0) }),
            gtk_widget_get_ancestor(focus.pointer, gtk_text_get_type()) == nil
        else { return }
        gtk_window_set_focus(window.window, nil)
    }

    package var widget: Widget { window }

    package var frame: Frame {
        var width: Int32 = 0
        var height: Int32 = 0
        gtk_window_get_default_size(window.window, &width, &height)
        return (Int(width), Int(height), gtk_window_is_maximized(window.window) != 0, isFullScreen)
    }
}
