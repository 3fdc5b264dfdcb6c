import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The look in high contrast, which libadwaita takes from the environment at its start: run in a process of its own,
/// with `ADW_DEBUG_HIGH_CONTRAST=1`.
final class HighContrastTests: WidgetTestCase {
    /// The feed in high contrast
    func test_feed_isShownInHighContrast() {
        onMain {
            XCTAssertTrue(adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0)
            let screen = Screens.feed(.fail(.undecodable("a test")))
            let row = Screens.image(1, description: "Garth Pier", location: "Bangor, North Wales")
            screen.display(Screens.feed([row], error: "This is an\nerror message"))
            let stage = Stage(screen.root)
            runLoop(until: "the retry") {
                screen.root.descendants.contains { $0.hasClass("feed-retry") && $0.isMapped }
            }
            try ReferencePicture(name: "feed-high-contrast").compare(with: stage.picture())
            stage.close()
        }
    }

    /// The viewer in high contrast
    func test_viewer_isShownInHighContrast() {
        picture("viewer-high-contrast", of: Scenes.viewer)
    }

    /// The viewer in high contrast, with thumbnails
    func test_thumbnails_areShownInHighContrast() {
        picture("viewer-with-thumbnails-high-contrast", of: Scenes.viewerWithThumbnails)
    }

    /// The viewer in high contrast, with details beside the picture
    func test_details_areShownInHighContrast() {
        picture("viewer-with-details-high-contrast", of: Scenes.viewerWithDetails)
    }

    /// The grid in high contrast, with selected photos
    func test_selection_isShownInHighContrast() {
        picture("feed-with-selection-high-contrast") { Scenes.selection(isGrid: true) }
    }

    /// The comments in high contrast, one of which has the focus
    func test_comments_areShownInHighContrast() {
        picture("comments-high-contrast", of: Scenes.commentsWithFocus)
    }

    /// A comment that is being written, in high contrast
    func test_newComment_isShownInHighContrast() {
        picture("comment-being-written-high-contrast") { Scenes.commentBeingWritten() }
    }

    /// The welcome in high contrast
    func test_welcome_isShownInHighContrast() {
        picture("welcome-high-contrast") { Scenes.welcome(.english) }
    }

    /// The preferences in high contrast
    func test_preferences_areShownInHighContrast() {
        picture("preferences-high-contrast") { Scenes.preferences(.english) }
    }

    private func picture(
        _ name: String, file: StaticString = #filePath, line: UInt = #line, of make: @MainActor () -> Scene
    ) {
        for look in [Look.light, .dark] {
            onMain {
                XCTAssertTrue(adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0)
                look.apply()
                let scene = make()
                let stage = Stage(scene.root, width: scene.width, height: scene.height)
                stage.settle()
                runLoop(until: "all of the scene") { scene.isComplete() }
                try ReferencePicture(name: "\(name)-\(look)").compare(with: stage.picture(), file: file, line: line)
                stage.close()
            }
        }
    }

    /// Captions, places and dates have a contrast of at least 4.5 to 1 in high contrast, light and dark
    func test_captions_canBeRead() {
        onMain {
            for look in [Look.light, .dark] {
                look.apply()
                for (texts, make) in ContrastTests.captions {
                    try Self.expectContrast(of: texts, in: make(), look)
                }
            }
        }
    }
}
