import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// When the window is shown. The comment above a function is its name.
final class MainWindowTests: WidgetTestCase {
    /// The window is shown with the first content, or after a tenth of a second, or when it is asked for again; it
    /// appears once
    func test_window_appearsWithContent() {
        onMain {
            let application = ObjectReference(
                owning: adw_application_new("org.essentialfeed.Test", G_APPLICATION_NON_UNIQUE))
            XCTAssertNotEqual(g_application_register(application.cast(), nil, nil), 0)
            for hasContent in [true, false, nil] {
                let window = MainWindow(
                    application: application.pointer, language: .english, frame: (400, 400, false, false))
                var appearances = 0
                window.onAppear = { appearances += 1 }
                window.contentAppeared()
                window.presentWithContent()
                XCTAssertFalse(window.widget.isVisible)
                switch hasContent {
                case true: window.contentAppeared()
                case false: runLoop(until: "the window") { window.widget.isVisible }
                default: window.present()
                }
                XCTAssertTrue(window.widget.isVisible)
                window.contentAppeared()
                window.present()
                XCTAssertEqual(appearances, 1)
                gtk_window_destroy(window.widget.window)
            }
        }
    }
}
