import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// The look of the screens. The comment above a function is its name.
final class ReferencePictureTests: WidgetTestCase {
    /// B280 B287 The feed with content: a long description and a location of two lines
    func test_feed_showsContent() {
        picture("feed-with-content", [.light, .dark, .large, .rightToLeft], of: Scenes.content)
    }

    /// A wide and a high picture on cards, who took them and when, and a description that is too long
    func test_feed_showsShapes() {
        picture("feed-with-shapes", [.light, .dark, .large, .rightToLeft], of: Scenes.shapes)
    }

    /// A wide window has the photos in rows of the same height, with short captions
    func test_feed_showsRows() {
        picture("feed-in-rows", Look.allCases, of: Scenes.rows)
    }

    /// The grid: photos alone by months, with the month's name on the first photo where a month is short, and in Greek
    func test_feed_showsGrid() {
        picture("feed-as-grid", Look.allCases) { Scenes.grid() }
        picture("feed-as-grid-narrow", [.light]) { Scenes.grid(width: 400, .low) }
        picture("feed-as-grid-dense", [.greek]) { Scenes.grid(.high) }
    }

    /// The feed while photos are selected, in the grid and in rows
    func test_selection() {
        picture("feed-with-selection", Look.allCases) { Scenes.selection(isGrid: true) }
        picture("feed-with-selection-in-rows", [.light, .dark]) { Scenes.selection(isGrid: false) }
    }

    /// The line between what is new and what was there, on cards and in rows, in three languages
    func test_feed_showsWhatIsNew() {
        picture("feed-with-new", Look.allCases, of: Scenes.newSince)
        picture("feed-with-new-greek", [.large]) { Scenes.inLanguage(.greek, Scenes.newSince) }
        picture("feed-with-new-portuguese", [.light]) { Scenes.inLanguage(.brazilianPortuguese, Scenes.newSince) }
        picture("feed-with-new-in-rows", [.light, .rightToLeft], of: Scenes.newSinceInRows)
    }

    /// The blurred pictures in the place of those that load
    func test_feed_showsPlaceholders() {
        picture("feed-with-placeholders", [.light], of: Scenes.placeholders)
    }

    /// The viewer: a picture, and texts in full
    func test_viewer_showsImage() {
        picture("viewer", Look.allCases, of: Scenes.viewer)
    }

    /// The viewer with the thumbnails of the photos around the one that is shown
    func test_viewer_showsThumbnails() {
        picture("viewer-with-thumbnails", Look.allCases, of: Scenes.viewerWithThumbnails)
    }

    /// The viewer in a wide window, with details or comments beside the picture
    func test_viewer_showsPane() {
        picture("viewer-with-details", Look.allCases, of: Scenes.viewerWithDetails)
        picture("viewer-with-comments", Look.allCases, of: Scenes.viewerWithComments)
    }

    /// What is known about a photo, on a page of its own
    func test_details_areShown() {
        picture("details", Look.allCases) { Scenes.details() }
    }

    /// The slideshow, with its controls
    func test_slideshow_showsImage() {
        picture("slideshow", Look.allCases, of: Scenes.slideshow)
    }

    /// The viewer of a picture that can't be shown
    func test_viewer_showsFailure() {
        picture("viewer-failed", [.light, .large], of: Scenes.failedViewer)
    }

    /// B281 B288 The feed with failed images: a location, no description, the reason and a button to retry
    func test_feed_showsFailedImages() {
        picture("feed-with-failed-images", [.light, .dark, .large], of: Scenes.failedImages)
    }

    /// A picture that can never be shown has its reason and no button to retry
    func test_feed_showsPictureOfUnsupportedFormat() {
        picture("feed-with-unsupported-format", [.light, .dark, .large, .greek], of: Scenes.unsupportedFormat)
    }

    /// A word that is longer than its line is broken without a hyphen
    func test_feed_breaksLongWordsWithoutHyphen() {
        picture("feed-with-long-words", [.light, .large], of: Scenes.longWords)
    }

    /// B233 The feed while its images load
    func test_feed_showsLoadingImages() {
        picture("feed-with-loading-images", [.light, .dark], of: Scenes.loadingImages)
    }

    /// B282 B289 The feed with the spinner of the row that loads more
    func test_feed_showsLoadMoreSpinner() {
        picture("feed-with-load-more-spinner", [.light, .dark], of: Scenes.loadMoreSpinner)
    }

    /// B283 B289 The feed with an error of several lines in the row that loads more
    func test_feed_showsLoadMoreError() {
        picture("feed-with-load-more-error", [.light, .dark, .large], of: Scenes.loadMoreError)
    }

    /// B284 B288 Comments: the photo, a long user name and an old date, several lines, one word
    func test_comments_showContent() {
        picture("comments-with-content", [.light, .dark, .large, .rightToLeft], of: Scenes.comments)
    }

    /// A comment that is being written, and the field before that
    func test_comments_showFieldForNewComment() {
        picture("comment-being-written", [.light, .dark, .large, .rightToLeft]) { Scenes.commentBeingWritten() }
        picture("comment-to-write", [.greek]) { Scenes.commentBeingWritten(text: "") }
    }

    /// The photo is above its comments also when there are none
    func test_comments_showThatThereAreNone() {
        picture("comments-empty", [.light, .dark, .large], of: Scenes.emptyComments)
    }

    /// The photo is above its comments also when they can't be loaded, here with a picture that can't be, either
    func test_comments_showFailure() {
        picture("comments-failed", [.light, .large, .greek], of: Scenes.failedComments)
    }

    /// Links in comments and in the caption, what isn't one, and markup that somebody wrote
    func test_comments_showLinks() {
        picture("comments-with-links", [.light, .dark, .large, .rightToLeft], of: Scenes.commentsWithLinks)
    }

    /// The comments show which of them has the keyboard's focus
    func test_comments_showFocus() {
        picture("comments-with-focus", [.light, .dark], of: Scenes.commentsWithFocus)
    }

    /// B285 An empty feed says so
    func test_feed_showsEmptyList() {
        picture("feed-empty", [.light, .dark], of: Scenes.emptyFeed)
    }

    /// B286 B289 A list with an error banner of three lines
    func test_feed_showsErrorBanner() {
        picture("feed-with-error-banner", [.light, .dark, .large], of: Scenes.errorBanner)
    }

    /// B290 Comments that load: a spinner below the photo
    func test_comments_showLoading() {
        picture("comments-loading", [.light, .dark], of: Scenes.loadingComments)
    }

    /// The saved feed with its note, and a newer one offered
    func test_feed_showsNoteAndOffersNewest() {
        picture("feed-offline-note", [.light, .dark], of: Scenes.offlineNote)
    }

    /// The files of a folder that can't be shown: their number above the photos
    func test_feed_showsLeftOutFiles() {
        picture("feed-with-left-out-files", Look.allCases, of: Scenes.leftOutFiles)
    }

    /// B209 Without rows, the error is shown in their place
    func test_feed_showsErrorPage() {
        picture("feed-failed", [.light, .dark, .large], of: Scenes.failedFeed)
    }

    /// The screen that asks for the server on the first start, and over the feed with what was wrong
    func test_addressScreen_asksForServer() {
        picture("server", [.light, .dark, .large], of: Scenes.server)
        picture("server-without-feed", [.light, .dark], of: Scenes.serverWithoutFeed)
    }

    /// The first start welcomes, and offers an address, a folder and the demo
    func test_addressScreen_welcomes() {
        picture("welcome", Look.allCases, of: Scenes.welcome)
    }

    /// The preferences: layout, servers, offline photos, notifications
    func test_preferences_showWhatIsSet() {
        picture("preferences", Look.allCases, of: Scenes.preferences)
    }

    /// The screen that asks for the server, where that asks for a name and a password
    func test_addressScreen_asksForSignIn() {
        picture("server-sign-in", Look.allCases, of: Scenes.signIn)
    }

    /// B280 B281 B282 B283 B284 B285 B286 B290 The picture of a screen is refused if its smallest element is missing
    func test_pictures_areRefusedWithoutSmallestElement() {
        refuse("feed-with-content", without: Self.icon("mark-location-symbolic"), of: Scenes.content)
        refuse("feed-with-load-more-spinner", without: Self.label("Bangor"), of: Scenes.loadMoreSpinner)
        refuse("feed-with-failed-images", without: Self.icon("view-refresh-symbolic"), of: Scenes.failedImages)
        refuse("feed-with-failed-images", without: Self.label("The photo is damaged."), of: Scenes.failedImages)
        // Without animations little of the shimmer is left, and nothing visible in the dark.
        refuse("feed-with-loading-images", [.light], without: Self.shimmer, of: Scenes.loadingImages)
        refuse("feed-with-load-more-spinner", without: Self.spinner, of: Scenes.loadMoreSpinner)
        refuse("feed-with-load-more-error", without: Self.icon("mark-location-symbolic"), of: Scenes.loadMoreError)
        refuse("comments-with-content", without: Self.label("a."), of: Scenes.comments)
        refuse("comments-with-content", without: Self.label("nice"), of: Scenes.comments)
        refuse("feed-empty", without: Self.icon("image-x-generic-symbolic"), of: Scenes.emptyFeed)
        refuse("feed-with-error-banner", without: Self.icon("window-close-symbolic"), of: Scenes.errorBanner)
        refuse("comments-loading", without: Self.spinner, of: Scenes.loadingComments)
        refuse("feed-offline-note", without: Self.icon("network-offline-symbolic"), of: Scenes.offlineNote)
        refuse("feed-failed", without: Self.icon("network-error-symbolic"), of: Scenes.failedFeed)
    }

    /// B284 A picture with a full stop missing is refused
    func test_pictures_areRefusedWithoutFullStop() {
        refuse("comments-with-content", changed: { $0.text(is: "a.") ? $0.setText("a") : () }, of: Scenes.comments)
        refuse(
            "feed-with-failed-images",
            changed: { $0.text(is: "The photo is damaged.") ? $0.setText("The photo is damaged") : () },
            of: Scenes.failedImages)
    }

    private func refuse(
        _ name: String, _ looks: [Look] = [.light, .dark], without isElement: @MainActor (Widget) -> Bool,
        file: StaticString = #filePath,
        line: UInt = #line, of make: @MainActor () -> Scene
    ) {
        var count = 0
        refuse(
            name, looks,
            changed: { widget in
                guard isElement(widget), widget.isMapped else { return }
                count += 1
                if widget.hasClass("loading") {
                    widget.setClass("loading", false)
                } else {
                    gtk_widget_set_opacity(widget.pointer, 0)
                }
            }, file: file, line: line, of: make)
        XCTAssertGreaterThan(count, 0, "\(name) has no such element", file: file, line: line)
    }

    /// Expects the picture to match as it is, and not after the change.
    private func refuse(
        _ name: String, _ looks: [Look] = [.light, .dark], changed change: @MainActor (Widget) -> Void,
        file: StaticString = #filePath,
        line: UInt = #line, of make: @MainActor () -> Scene
    ) {
        for look in looks {
            onMain {
                try Self.draw(look, make) { scene, stage in
                    let reference = ReferencePicture(name: "\(name)-\(look)")
                    XCTAssertTrue(try reference.accepts(stage.picture()), "\(name)-\(look)", file: file, line: line)
                    scene.root.descendants.forEach(change)
                    XCTAssertFalse(try reference.accepts(stage.picture()), "\(name)-\(look)", file: file, line: line)
                }
            }
        }
    }

    // MARK: Elements

    private static func label(_ text: String) -> @MainActor (Widget) -> Bool {
        { $0.text(is: text) }
    }

    private static func icon(_ name: String) -> @MainActor (Widget) -> Bool {
        { widget in
            widget.isA(gtk_image_get_type())
                && gtk_image_get_icon_name(widget.opaque).map { String(cString: $0) } == name
        }
    }

    @MainActor
    private static func spinner(_ widget: Widget) -> Bool { widget.isA(gtk_spinner_get_type()) }

    @MainActor
    private static func shimmer(_ widget: Widget) -> Bool { widget.hasClass("loading") }
}

extension WidgetTestCase {
    /// Compares a scene in each of the looks with its reference picture.
    func picture(
        _ name: String, _ looks: [Look] = [.light, .dark], file: StaticString = #filePath, line: UInt = #line,
        of make: @MainActor () -> Scene
    ) {
        for look in looks {
            onMain {
                try WidgetTestCase.draw(look, make) { _, stage in
                    try ReferencePicture(name: "\(name)-\(look)")
                        .compare(with: stage.picture(), file: file, line: line)
                }
            }
        }
    }

    @MainActor
    static func draw(
        _ look: Look, _ make: @MainActor () -> Scene, _ use: @MainActor (Scene, Stage) throws -> Void
    ) throws {
        look.apply()
        let scene = make()
        let stage = Stage(scene.root, width: scene.width, height: scene.height).settled()
        runLoop(until: "all of the scene") { scene.isComplete() }
        try use(scene, stage)
        stage.close()
    }
}

extension Widget {
    @MainActor func isA(_ type: GType) -> Bool {
        g_type_check_instance_is_a(raw.assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }
}
