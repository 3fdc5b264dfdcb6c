import CAdwaita
import CGtkKit
package import EssentialFeed
package import GtkKit

/// Opens the links in texts that other people wrote.
///
/// A link opens immediately if its text is exactly its address: the user has read where it leads, and the tooltip
/// repeats the address. If they differ, which requires non-ASCII letters (`аррӏе.com` in Cyrillic letters is
/// `xn--80ak6aa92e.com`), a dialog shows the address first. If the dialog appeared every time, users would learn to
/// press Open without reading.
package final class LinkOpener {
    /// Opens an address, and reports the error if that isn't possible.
    package typealias Launch = (_ address: String, _ onEnd: @escaping @MainActor (LaunchError?) -> Void) -> Void

    private let window: Widget
    private let language: Language
    private let launch: Launch

    /// Creates an opener.
    /// - Parameters:
    ///   - window: The parent window of the question.
    ///   - language: The language of the question.
    ///   - launch: Opens an address.
    package init(over window: Widget, language: Language, launch: @escaping Launch) {
        self.window = window
        self.language = language
        self.launch = launch
    }

    /// Opens a link, after asking if its text isn't its address.
    /// - Parameter onEnd: Receives the error if the link couldn't be opened, else `nil`. Not called if the user
    ///   cancels.
    package func open(_ link: WebLink, onEnd: @escaping @MainActor (LaunchError?) -> Void) {
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
