import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The look in high contrast, which libadwaita takes from the environment at its start: run in a separate process, with
/// `ADW_DEBUG_HIGH_CONTRAST=1`.
final class HighContrastTests: WidgetTestCase {
    /// The feed in high contrast
    func test_feed_isShownInHighContrast() {
        onMain {
            XCTAssertTrue(adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0)
            let row = Screens.image(1, description: "Garth Pier", location: "Bangor, North Wales")
            let feed = Screens.feed([row], error: "This is an\nerror message")
            let (screen, stage) = Stage.feed(feed, .fail(.undecodable("a test")))
            runLoop(until: "the retry") {
                screen.root.descendants.contains { $0.hasClass("feed-retry") && $0.isMapped }
            }
            try ReferencePicture(name: "feed-high-contrast").compare(with: stage.picture())
            stage.close()
        }
    }

    /// Feed, viewer, comments, sign-in, welcome and preferences in high contrast, light and dark
    func test_screens_areShownInHighContrast() {
        onMain { XCTAssertTrue(adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0) }
        picture("feed-in-rows-high-contrast", of: Scenes.rows)
        picture("feed-as-grid-high-contrast") { Scenes.grid() }
        picture("feed-with-selection-high-contrast") { Scenes.selection(isGrid: true) }
        picture("feed-with-left-out-files-high-contrast", of: Scenes.leftOutFiles)
        picture("viewer-high-contrast", of: Scenes.viewer)
        picture("viewer-with-thumbnails-high-contrast", of: Scenes.viewerWithThumbnails)
        picture("viewer-with-details-high-contrast", of: Scenes.viewerWithDetails)
        picture("viewer-with-comments-high-contrast", of: Scenes.viewerWithComments)
        picture("details-high-contrast") { Scenes.details() }
        picture("slideshow-high-contrast", of: Scenes.slideshow)
        picture("comments-high-contrast", of: Scenes.commentsWithFocus)
        picture("comment-being-written-high-contrast") { Scenes.commentBeingWritten() }
        picture("server-sign-in-high-contrast", of: Scenes.signIn)
        picture("welcome-high-contrast", of: Scenes.welcome)
        picture("preferences-high-contrast", of: Scenes.preferences)
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
