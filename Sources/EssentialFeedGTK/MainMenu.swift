import CAdwaita
public import EssentialFeed
public import GtkKit

/// The menu of the button at the end of the title bar.
public enum MainMenu {
    /// Returns the menu as a `GMenu`.
    public static func make(language: Language) -> ObjectReference {
        guard let menu = g_menu_new() else { preconditionFailure("GLib made no menu") }
        for (text, action) in [
            (ScreenStrings.refresh, "win.refresh"), (.changeServer, "win.change-server"),
            (.keyboardShortcuts, "win.show-help-overlay"), (.about, "app.about"),
        ] {
            g_menu_append(menu, language.text(text), action)
        }
        return ObjectReference(owning: UnsafeMutableRawPointer(menu))
    }
}
