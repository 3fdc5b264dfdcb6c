import CAdwaita
package import EssentialFeed
import GtkKit

/// The window that describes the program and shows its version.
package enum AboutWindow {
    /// Shows the window over another one.
    package static func present(over parent: MainWindow, version: String, language: Language) {
        let about = Widget(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, language.text(.appName))
        adw_about_window_set_application_icon(about.opaque, "org.essentialfeed.EssentialFeed")
        adw_about_window_set_version(about.opaque, version)
        adw_about_window_set_comments(about.opaque, language.text(.aboutText))
        adw_about_window_set_developer_name(about.opaque, "The Essential Feed authors")
        adw_about_window_set_copyright(about.opaque, "© 2026 The Essential Feed authors")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_MIT_X11)
        "Essential Developer https://github.com/essentialdevelopercom/essential-feed-case-study".withCString { name in
            var names = [name, nil]
            adw_about_window_add_acknowledgement_section(about.opaque, language.text(.caseStudy), &names)
        }
        for libraries in ThirdPartyLibraries.all {
            adw_about_window_add_legal_section(
                about.opaque, libraries.names, libraries.copyright, libraries.kind,
                libraries.kind == GTK_LICENSE_CUSTOM ? libraries.license : nil)
        }
        gtk_window_set_transient_for(about.window, parent.widget.window)
        gtk_window_set_modal(about.window, gboolean(1))
        gtk_window_present(about.window)
    }
}
