import CAdwaita
import EssentialFeed
import GtkKit

/// The controls of a slideshow: pause, and a menu of times. The screen stays on while it plays.
final class SlideshowControls {
    /// The display times that the menu offers, in seconds.
    private static let turns = [3, 5, 8, 15, 30]

    private let timer: SlideshowTimer
    private let overlay: ViewerOverlay
    private let language: Language
    private let menu = Menu()
    /// The application that inhibits idling, and its cookie.
    private var inhibition: (application: ObjectReference, cookie: guint)?

    init(_ timer: SlideshowTimer, on root: Widget, overlay: ViewerOverlay, language: Language) {
        (self.timer, self.overlay, self.language) = (timer, overlay, language)
        overlay.comments.isVisible = false
        overlay.play.isVisible = true
        overlay.displayPlay(isPlaying: true)
        overlay.play.onClick { [weak self] in self?.togglePause() }
        addTimes(to: root)
        overlay.setMenu(menu, icon: "preferences-system-time-symbolic", label: language.text(.timePerPhoto))
        for signal in ["map", "unmap"] {
            Signal.connect(overlay.root, signal) { [weak self] in self?.keepScreenOn() }
        }
    }

    func togglePause() {
        timer.isPaused.toggle()
        overlay.displayPlay(isPlaying: !timer.isPaused)
        keepScreenOn()
    }

    private func addTimes(to root: Widget) {
        let times = Menu()
        for seconds in Self.turns {
            times.append(language.text(.seconds, String(seconds)), "slideshow.turn", String(seconds))
        }
        menu.append(section: times, language.text(.timePerPhoto))
        let map = Actions.addGroup("slideshow", to: root)
        Actions.addChoice("turn", to: map) { [timer] text in
            guard let seconds = Int(text) else { return }
            timer.turn = .seconds(seconds)
            Actions.setChoice(text, of: "turn", in: map)
        }
        Actions.setChoice(String(timer.turn.components.seconds), of: "turn", in: map)
    }

    private func keepScreenOn() {
        guard overlay.root.isMapped, !timer.isPaused else {
            if let (application, cookie) = inhibition {
                gtk_application_uninhibit(application.cast(), cookie)
            }
            inhibition = nil
            return
        }
        guard inhibition == nil, let pointer = gtk_widget_get_root(overlay.root.pointer) else { return }
        let window = UnsafeMutablePointer<GtkWindow>(pointer)
        guard let application = gtk_window_get_application(window) else { return }
        let cookie = gtk_application_inhibit(
            application, window, GTK_APPLICATION_INHIBIT_IDLE, language.text(.slideshow))
        // The cookie is 0 if idling can't be inhibited, for example without a session manager.
        if cookie != 0 { inhibition = (ObjectReference(application), cookie) }
    }
}
