import CAdwaita
import CGtkKit
package import EssentialFeed
package import GtkKit

/// The dialog that asks whether to trust a server's certificate.
package enum CertificateDialog {
    /// Asks whether to trust a certificate.
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - window: The parent window.
    ///   - language: The language of the dialog.
    ///   - onTrust: Called if the user trusts the certificate.
    package static func ask(
        about certificate: UntrustedCertificate, over window: Widget, language: Language,
        onTrust: @escaping @MainActor () -> Void
    ) {
        let title = certificate.isChanged ? ScreenStrings.certificateChanged : .certificateUntrusted
        let text = certificate.isChanged ? ScreenStrings.certificateChangedText : .certificateText
        let dialog = Widget(
            adw_message_dialog_new(
                window.window, language.text(title),
                language.text(text, certificate.server.displayText, certificate.fingerprintText)))
        let message = gtkkit_message_dialog(dialog.raw)
        adw_message_dialog_add_response(message, "cancel", language.text(.cancel))
        adw_message_dialog_add_response(message, "trust", language.text(.trustServer))
        adw_message_dialog_set_response_appearance(message, "trust", ADW_RESPONSE_DESTRUCTIVE)
        adw_message_dialog_set_default_response(message, "cancel")
        adw_message_dialog_set_close_response(message, "cancel")
        dialog.breakWordsOfLabelsWithoutHyphen()
        Signal.connect(dialog.raw, "response") { arguments in
            if arguments.text(1) == "trust" { onTrust() }
        }
        gtk_window_present(dialog.window)
    }
}
