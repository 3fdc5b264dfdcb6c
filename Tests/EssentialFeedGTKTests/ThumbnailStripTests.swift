import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import Synchronization
import class TestSupport.VirtualClock
import XCTest

/// The thumbnails below the viewer's photo. The comment above a function is its name.
final class ThumbnailStripTests: WidgetTestCase {
    /// There are no thumbnails until the button is pressed; pressing it again hides them
    func test_strip_isShownOnDemand() {
        onMain {
            let viewer = Viewer(at: 10)
            XCTAssertEqual(viewer.names, [])
            emit("clicked", from: try viewer.button.raw)
            viewer.stage.settle()
            XCTAssertEqual(viewer.names, (8...12).map { "photo \($0)" }, "as many as fit, in the order of reading")
            XCTAssertEqual(viewer.current, ["photo 10"])
            emit("clicked", from: try viewer.button.raw)
            viewer.stage.settle()
            XCTAssertEqual(viewer.names, [])
            viewer.close()
        }
    }

    /// T shows and hides the thumbnails, the menu does so in narrow windows, and in wide ones there are more
    func test_strip_fitsWindow() {
        onMain {
            for (width, count) in [(360, 5), (400, 5), (1_000, 14)] {
                let viewer = Viewer(at: 10, width: Int32(width))
                viewer.toggle()
                XCTAssertEqual(viewer.thumbnails.count, count)
                for thumbnail in viewer.thumbnails {
                    let frame = viewer.frame(of: thumbnail)
                    XCTAssertEqual([frame.width, frame.height], [60, 60])
                    XCTAssertTrue(frame.x >= 0 && frame.x + frame.width <= Double(width))
                }
                XCTAssertEqual(try viewer.button.isVisible, width >= 560)
                let overlay = try XCTUnwrap(viewer.screen.root.descendants.first { $0.hasClass("viewer") })
                gtk_widget_activate_action_variant(overlay.pointer, "photo.thumbnails", nil)
                viewer.stage.settle()
                XCTAssertEqual(viewer.thumbnails.count, 0)
                viewer.close()
            }
        }
    }

    /// A pane slides in beside the photo and its thumbnails, and again after it was hidden, without a warning
    func test_strip_makesRoomForPane() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let viewer = Viewer(at: 10, width: 1_000)
            viewer.toggle()
            for _ in 0..<2 {
                let pane = Widget.label("Details")
                viewer.screen.showPane(pane, of: .comments) {}
                runLoop(until: "fewer thumbnails") {
                    gtk_widget_get_width(pane.pointer) > 0 && (1..<14).contains(viewer.thumbnails.count)
                }
                viewer.screen.hidePane()
                runLoop(until: "all thumbnails") { viewer.thumbnails.count == 14 }
            }
            viewer.close()
        }
    }

    /// A click on a thumbnail shows its photo, and the arrow keys go on from there
    func test_thumbnail_showsPhoto() {
        onMain {
            let viewer = Viewer(at: 10)
            viewer.toggle()
            emit("clicked", from: try viewer.opener(of: "photo 12").raw)
            XCTAssertEqual(viewer.controller.image.description, "photo 12")
            XCTAssertEqual(viewer.current, ["photo 12"])
            XCTAssertEqual(viewer.names, (10...14).map { "photo \($0)" })
            viewer.stage.press(GDK_KEY_Left)
            viewer.stage.press(GDK_KEY_Left)
            XCTAssertEqual(viewer.current, ["photo 10"])
            XCTAssertEqual(viewer.names, (8...12).map { "photo \($0)" }, "new ones are read first")
            viewer.controller.show(Viewer.images[0].id)
            XCTAssertEqual(viewer.names, (0...4).map { "photo \($0)" }, "at the end of the feed")
            XCTAssertEqual(viewer.current, ["photo 0"])
            viewer.close()
        }
    }

    /// The focus follows the current photo inside the strip; without thumbnails, no button has it
    func test_focus_followsPhoto() {
        onMain {
            let viewer = Viewer(at: 10)
            viewer.toggle()
            gtk_widget_grab_focus(try viewer.opener(of: "photo 8").pointer)
            viewer.stage.press(GDK_KEY_Right)
            XCTAssertTrue(try viewer.opener(of: "photo 11").hasFocus)
            gtk_widget_grab_focus(try viewer.opener(of: "photo 9").pointer)
            viewer.controller.timePassed()
            XCTAssertTrue(try viewer.opener(of: "photo 9").hasFocus, "the current photo is the same")
            viewer.toggle()
            XCTAssertNil(viewer.screen.root.windowFocus)
            viewer.close()
        }
    }

    /// The thumbnails stay when the controls hide
    func test_strip_staysWhileControlsRest() {
        onMain {
            let viewer = Viewer(at: 10)
            viewer.toggle()
            runLoop(until: "hidden controls") {
                viewer.clock.advance(by: .seconds(2))
                return viewer.screen.root.descendants.contains { $0.hasClass("resting") }
            }
            let fading = viewer.screen.root.descendants.filter { $0.hasClass("viewer-control") }
            for thumbnail in viewer.thumbnails { XCTAssertFalse(fading.contains { $0.contains(thumbnail) }) }
            XCTAssertEqual(viewer.thumbnails.count, 5)
            viewer.close()
        }
    }

    /// Only the thumbnails that are shown load, at their size, and hiding them ends their loads
    func test_strip_loadsOnlyWhatIsShown() {
        onMain {
            let loads = Loads()
            let viewer = Viewer(at: 10, loads: loads)
            runLoop(until: "the picture and those beside it") { loads.large >= 3 }
            viewer.stage.press(GDK_KEY_t)
            runLoop(until: "the thumbnails") { loads.small == 5 }
            viewer.controller.showNext()
            runLoop(until: "one other thumbnail") { loads.started == 6 && loads.small == 5 }
            viewer.stage.press(GDK_KEY_t)
            runLoop(until: "the end of the loads") { loads.small == 0 }
            viewer.close()
        }
    }

    /// A slideshow has no thumbnails
    func test_slideshow_hasNoStrip() {
        onMain {
            let timer = SlideshowTimer(turn: .seconds(5), clock: VirtualClock())
            let (screen, controller) = Screens.viewer(Viewer.images, slideshow: timer)
            let stage = Stage(screen.root, width: 1_000).settled()
            XCTAssertFalse(stage.press(GDK_KEY_t))
            XCTAssertFalse(screen.root.descendants.contains { $0.hasIcon("folder-pictures-symbolic") && $0.isVisible })
            controller.stop()
            stage.close()
        }
    }

    /// Nothing of the strip stays behind
    func test_strip_leavesNothing() {
        onMain {
            let references = LiveCount.references.value
            for _ in 0..<3 {
                let viewer = Viewer(at: 10)
                viewer.toggle()
                viewer.close()
            }
            runLoop(until: "the end of the screens") { LiveCount.references.value <= references }
        }
    }
}

/// The running loads; thumbnails are small.
private final class Loads: Sendable {
    private let sizes = Mutex<(running: [PixelSize], started: Int)>(([], 0))

    var small: Int { sizes.withLock { $0.running.count { $0.width == 60 && $0.height == 60 } } }
    var large: Int { sizes.withLock { $0.running.count { $0.width > 60 } } }
    /// How many thumbnails have begun to load.
    var started: Int { sizes.withLock { $0.started } }

    /// Loads until it is cancelled.
    func load(_ size: PixelSize) async throws -> Texture {
        sizes.withLock {
            $0.running.append(size)
            $0.started += size.width == 60 ? 1 : 0
        }
        defer { sizes.withLock { _ = $0.running.remove(at: $0.running.firstIndex(of: size) ?? 0) } }
        try await Task.sleep(for: .seconds(3_600))
        throw CancellationError()
    }
}

/// A viewer of many photos, whose pictures never arrive.
@MainActor
private struct Viewer {
    static let images = (0..<30).map { number in
        Screens.image(
            number, description: "photo \(number)", location: nil, size: PixelSize(width: 1_600, height: 1_200))
    }

    let clock = VirtualClock()
    let screen: ImageViewerScreen
    let controller: ImageViewerController<Texture>
    let stage: Stage

    init(at position: Int, width: Int32 = 400, loads: Loads = Loads()) {
        controller = ImageViewerController(
            ImageViewerState(showing: Self.images[position], of: Self.images),
            pictures: FeedImageControllers<Texture>(
                nearRows: 2, sizing: .whole(in: PixelSize(width: 360, height: 360))
            ) { request, _, _ in try await loads.load(request.size) },
            texts: { FeedImageViewModel(description: $0.description, location: $0.location) }, onNearEnd: {})
        screen = ImageViewerScreen(controller: controller, language: .english, clock: clock)
        controller.appear()
        stage = Stage(screen.root, width: width).settled()
        gtk_window_set_focus(stage.window.window, nil)
    }

    /// Shows or hides the thumbnails.
    func toggle() {
        stage.press(GDK_KEY_t)
        stage.settle()
    }

    func close() {
        controller.stop()
        stage.close()
    }

    var button: Widget {
        get throws { try XCTUnwrap(screen.root.descendants.first { $0.hasIcon("folder-pictures-symbolic") }) }
    }

    /// The thumbnails in the order in which screen readers read them.
    var thumbnails: [Widget] {
        let strip = screen.root.descendants.first { $0.hasClass("thumbnail-strip") }
        return strip?.isMapped == true ? strip?.children ?? [] : []
    }

    var names: [String] { thumbnails.map(name) }

    /// The marked photos.
    var current: [String] { thumbnails.filter { $0.hasClass("current") }.map(name) }

    private func name(of thumbnail: Widget) -> String {
        let opener = thumbnail.descendants.first { $0.hasClass("feed-open") }
        return opener.flatMap { gtk_widget_get_tooltip_text($0.pointer) }.map { String(cString: $0) } ?? ""
    }

    func opener(of name: String) throws -> Widget {
        let thumbnail = try XCTUnwrap(thumbnails.first { self.name(of: $0) == name })
        return try XCTUnwrap(thumbnail.descendants.first { $0.hasClass("feed-open") })
    }

    func frame(of widget: Widget) -> Frame { widget.frame(in: screen.root) }
}
