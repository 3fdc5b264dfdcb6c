import CAdwaita
import CGtkKit
public import EssentialFeed
public import GtkKit

/// Follows the links in texts that others wrote.
///
/// A link is opened at once if its text is the address, character by character: the person has read where it leads, and
/// the tooltip says it again. Only where text and address differ, which takes letters beyond ASCII (`аррӏе.com` in Cyrillic
/// letters is `xn--80ak6aa92e.com`), does a dialog show the address first. If it asked each time, people would learn to
/// press Open without reading.
public final class LinkOpener {
    /// Opens an address, and reports why that was not possible.
    public typealias Launch = (_ address: String, _ onEnd: @escaping @MainActor (LaunchError?) -> Void) -> Void

    private let window: Widget
    private let language: Language
    private let launch: Launch

    /// Creates an opener.
    /// - Parameters:
    ///   - window: The window over which it asks.
    ///   - language: The language of the question.
    ///   - launch: Opens an address.
    public init(over window: Widget, language: Language, launch: @escaping Launch) {
        self.window = window
        self.language = language
        self.launch = launch
    }

    /// Opens a link, after asking if its text isn't its address.
    /// - Parameter onEnd: Receives why the link wasn't opened, or `nil` if it was. Not called if the person cancels.
    public func open(_ link: WebLink, onEnd: @escaping @MainActor (LaunchError?) -> Void) {
        guard !link.isWrittenOut else { return launch(link.address, onEnd) }
        let dialog = Widget(
            adw_message_dialog_new(window.window, language.text(.openLink, link.host), link.address))
        let message = gtkkit_message_dialog(dialog.raw)
        adw_message_dialog_add_response(message, "cancel", language.text(.cancel))
        adw_message_dialog_add_response(message, "open", language.text(.open))
        adw_message_dialog_set_close_response(message, "cancel")
        adw_message_dialog_set_default_response(message, "cancel")
        dialog.breakWordsOfLabelsWithoutHyphen()
        Signal.connect(dialog.raw, "response") { [launch] arguments in
            if arguments.text(1) == "open" { launch(link.address, onEnd) }
        }
        gtk_window_present(dialog.window)
    }
}
