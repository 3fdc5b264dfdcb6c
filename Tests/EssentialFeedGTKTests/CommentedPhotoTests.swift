import CAdwaita
import EssentialFeed
@testable import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import XCTest

/// The photo above its comments. The comment above a function is its name.
final class CommentedPhotoTests: WidgetTestCase {
    /// The card's picture is there in the first frame, from memory, and nothing is loaded
    func test_photo_comesFromMemory() {
        onMain {
            let image = Screens.image(1, description: nil, location: nil)
            let texture = try Screens.texture()
            let screen = Screens.comments(
                of: image, .fail(.undecodable("nothing is loaded")),
                memory: { _, _ in CachedPicture(picture: texture, isExact: true) })
            screen.display(ImageCommentsListViewModel())
            let stage = Stage(screen.root)
            var isFirst: Bool?
            screen.root.afterFrame { isFirst = Self.showsPicture(screen) }
            runLoop(until: "the first frame") { isFirst != nil }
            XCTAssertEqual(isFirst, true)
            stage.settle()
            XCTAssertTrue(Self.showsPicture(screen))
            stage.close()
        }
    }

    /// The photo is there while the comments load, when there are none and when they fail, and scrolls with them
    func test_photo_isAlwaysThere() {
        onMain {
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.image = FeedImageViewModel(
                description: "a description", location: "a location", author: "an author", date: "2 days ago")
            screen.display(viewModel)
            let stage = Stage(screen.root)
            for content in [ListContent.loading, .empty("a text"), .failed("a reason"), .rows] {
                viewModel.content = content
                viewModel.rows =
                    content == .rows ? (0..<100).map { Screens.comment($0, "a username", "now", "a message") } : []
                screen.display(viewModel)
                stage.settle()
                for text in ["an author", "a location", "2 days ago", "a description"] {
                    XCTAssertTrue(screen.root.descendants.contains { $0.isMapped && $0.text(is: text) }, "\(content)")
                }
            }
            let list = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-list") })
            let adjustment = gtk_scrollable_get_vadjustment(list.opaque)
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment))
            runLoop(until: "the photo to be out of sight") {
                !screen.root.descendants.contains { $0.hasClass("commented-photo") && Self.isSeen($0, in: screen) }
            }
            stage.close()
        }
    }

    /// A screen reader finds the photo as a region with a name
    func test_photo_isARegion() {
        onMain {
            let screen = Screens.comments()
            screen.display(ImageCommentsListViewModel())
            let stage = Stage(screen.root)
            runLoop(until: "the photo") { Self.photo(screen)?.isMapped ?? false }
            let photo = try XCTUnwrap(Self.photo(screen))
            XCTAssertEqual(gtk_accessible_get_accessible_role(OpaquePointer(photo.pointer)), GTK_ACCESSIBLE_ROLE_REGION)
            stage.close()
        }
    }

    /// Pressing the picture asks for the image; the focus comes back to it
    func test_photo_opensImage() {
        onMain {
            let image = Screens.image(7, description: nil, location: nil)
            var opened: [FeedImage] = []
            let screen = Screens.comments(of: image)
            screen.onOpen = { opened.append($0) }
            screen.display(ImageCommentsListViewModel())
            let stage = Stage(screen.root)
            runLoop(until: "the picture") { Self.openButton(screen)?.isMapped ?? false }
            let button = try XCTUnwrap(Self.openButton(screen))
            gtk_widget_activate(button.pointer)
            runLoop(until: "the press") { !opened.isEmpty }
            XCTAssertEqual(opened, [image])
            screen.returnFocus()
            XCTAssertTrue(button.hasFocus)
            stage.close()
        }
    }

    /// A picture that could not be loaded is tried again when the comments are
    func test_photo_isRetriedWithComments() {
        onMain {
            let image = Screens.image(1, description: nil, location: nil)
            let texture = try Screens.texture()
            let loads = Counter()
            let controller = ImageCommentsController(
                image: image, load: { ImageConversation([]) }, send: { _ in throw CancellationError() },
                in: ScreenContext(now: { Date() }, language: .english))
            let screen = ImageCommentsScreen(
                controller: controller,
                picture: FeedImageController(image: image, size: PixelSize(width: 352, height: 264)) { _, _, _ in
                    guard await loads.next() > 1 else { throw PictureError.undecodable("a test") }
                    return texture
                }, language: .english)
            controller.appear()
            let stage = Stage(screen.root)
            runLoop(until: "the sign that it is missing") {
                screen.root.descendants.contains {
                    $0.isMapped && $0.isA(gtk_image_get_type())
                        && gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } == "image-missing-symbolic"
                }
            }
            controller.refresh()
            runLoop(until: "the picture") { Self.showsPicture(screen) }
            controller.stop()
            stage.close()
        }
    }

    /// A finger that pulls the comments down at their top reloads them; a wheel that turns there doesn't
    func test_comments_areReloadedByFinger() {
        onMain {
            let photo = CommentedPhoto(
                FeedImageController(
                    image: Screens.image(1, description: nil, location: nil), size: PixelSize(width: 1, height: 1)
                ) { _, _, _ in throw CancellationError() }, language: .english)
            let status = ImageCommentsStatus(language: .english, onTryAgain: {}, onDismiss: {})
            let list = ImageCommentsList(photo: photo, status: status, showsPhoto: true)
            var pulls = 0
            list.onPulled = { pulls += 1 }
            let stage = Stage(list.root).settled()
            Self.overshoot(list.root)
            XCTAssertEqual(pulls, 0)
            list.pull.see(GDK_TOUCH_BEGIN)
            Self.overshoot(list.root)
            XCTAssertEqual(pulls, 1)
            stage.close()
        }
    }

    /// A file on this computer is one to save to, and one that isn't has no place here
    func test_saveDialog_takesLocalFiles() {
        onMain {
            for (uri, path) in [("file:///tmp/a%20b.jpg", "/tmp/a b.jpg"), ("sftp://example.com/a.jpg", nil)] {
                let file = try XCTUnwrap(g_file_new_for_uri(uri))
                defer { g_object_unref(UnsafeMutableRawPointer(file)) }
                XCTAssertEqual(SaveDialog.localFile(file)?.path, path)
            }
        }
    }

    @MainActor
    private static func photo(_ screen: ImageCommentsScreen) -> Widget? {
        screen.root.descendants.first { $0.hasClass("commented-photo") }
    }

    @MainActor
    private static func openButton(_ screen: ImageCommentsScreen) -> Widget? {
        screen.root.descendants.first { $0.hasClass("feed-open") }
    }

    @MainActor
    private static func showsPicture(_ screen: ImageCommentsScreen) -> Bool {
        openButton(screen)?.descendants.contains {
            $0.isMapped && $0.isA(gtk_picture_get_type()) && gtk_picture_get_paintable($0.opaque) != nil
        } ?? false
    }

    @MainActor
    private static func isSeen(_ widget: Widget, in screen: ImageCommentsScreen) -> Bool {
        var bounds = graphene_rect_t()
        return widget.isMapped && gtk_widget_compute_bounds(widget.pointer, screen.root.pointer, &bounds) != 0
            && bounds.origin.y + bounds.size.height > 0
    }

    @MainActor
    private static func overshoot(_ scroller: Widget) {
        emit("edge-overshot", from: scroller.raw, [.enumeration(Int32(GTK_POS_TOP.rawValue))])
    }
}

private actor Counter {
    private var value = 0

    func next() -> Int {
        value += 1
        return value
    }
}
