import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// When the window appears. The comment above a function is its name.
final class MainWindowTests: WidgetTestCase {
    /// The window is shown with the first photos, or after a tenth of a second, or when it is asked for again; it
    /// appears once
    func test_window_appearsWithPhotos() {
        onMain {
            let application = ObjectReference(
                owning: adw_application_new("org.essentialfeed.Test", G_APPLICATION_NON_UNIQUE))
            XCTAssertNotEqual(g_application_register(application.cast(), nil, nil), 0)
            for havePhotos in [true, false, nil] {
                let window = MainWindow(
                    application: application.pointer, language: .english, frame: (400, 400, false, false))
                var appearances = 0
                window.onAppear = { appearances += 1 }
                window.photosArrived()
                window.presentWithPhotos()
                XCTAssertFalse(window.widget.isVisible)
                switch havePhotos {
                case true: window.photosArrived()
                case false: runLoop(until: "the window") { window.widget.isVisible }
                default: window.present()
                }
                XCTAssertTrue(window.widget.isVisible)
                window.photosArrived()
                window.present()
                XCTAssertEqual(appearances, 1)
                gtk_window_destroy(window.widget.window)
            }
        }
    }
}
