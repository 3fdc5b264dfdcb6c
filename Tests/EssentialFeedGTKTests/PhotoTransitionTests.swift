import CAdwaita
import EssentialFeedGTK
import GtkKit
import XCTest

/// The photo that grows from its card into the viewer, and back. The comment above a function is its name.
final class PhotoTransitionTests: WidgetTestCase {
    /// A photo grows from its card to the size of the viewer, over the viewer that is there at once
    func test_photo_growsFromCard() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let texture = try Screens.texture()
            let room = Room(texture)
            let card = room.frame(of: room.card)
            room.transition.grow(from: room.card, to: room.area) { room.navigator.push(room.viewer) }
            XCTAssertTrue(room.navigator.isOnTop(room.viewer))
            let frames = room.framesOfPhoto()
            let first = try XCTUnwrap(frames.first)
            XCTAssertEqual(first.width, card.width, accuracy: 40)
            XCTAssertEqual(first.x, card.x, accuracy: 40)
            XCTAssertEqual(frames.map(\.width), frames.map(\.width).sorted())
            XCTAssertEqual(try XCTUnwrap(frames.last).width, 370, accuracy: 2)
            room.stage.close()
        }
    }

    /// Going back, the photo shrinks to its card once the card is on the screen; the screen below is there at once
    func test_photo_shrinksToCard() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let texture = try Screens.texture()
            let room = Room(texture)
            let card = room.frame(of: room.card)
            room.navigator.withoutSliding {
                room.navigator.push(
                    room.viewer,
                    leave: { goBack in
                        room.transition.shrink(texture.pointer, in: room.area, to: { room.card }, close: goBack)
                    })
            }
            room.stage.settle()
            room.navigator.goBack()
            XCTAssertTrue(room.navigator.isOnTop(room.feed))
            let frames = room.framesOfPhoto()
            XCTAssertEqual(try XCTUnwrap(frames.first).width, 370, accuracy: 20)
            XCTAssertEqual(frames.map(\.width), frames.map(\.width).sorted(by: >))
            XCTAssertEqual(try XCTUnwrap(frames.last).width, card.width, accuracy: 2)
            XCTAssertEqual(try XCTUnwrap(frames.last).y, card.y, accuracy: 2)
            room.stage.close()
        }
    }

    /// A card that doesn't come back, and a desktop without animations, leave nothing over the screens
    func test_photo_isNotLeftOverScreens() {
        onMain {
            Surroundings.set("gtk-enable-animations", true)
            let texture = try Screens.texture()
            let room = Room(texture)
            var isBack = false
            room.transition.shrink(texture.pointer, in: room.feed, to: { nil }, close: { isBack = true })
            XCTAssertTrue(isBack)
            runLoop(until: "the end") { !room.layer.isVisible }
            Surroundings.set("gtk-enable-animations", false)
            room.transition.grow(from: room.card, to: room.area) { room.navigator.push(room.viewer) }
            XCTAssertFalse(room.layer.isVisible)
            XCTAssertTrue(room.navigator.isOnTop(room.viewer))
            room.stage.close()
        }
    }

    /// A window with a feed of one card, and a viewer.
    @MainActor
    private struct Room {
        let navigator = Navigator()
        let transition: PhotoTransition
        let card = Widget(gtk_picture_new())
        let feed: Widget
        /// Where the viewer shows its photo, beside a pane.
        let area = Widget.column([]).expanding(horizontally: true)
        let viewer: Widget
        let stage: Stage
        let layer: Widget
        private let photo: Widget

        init(_ texture: Texture) {
            gtk_picture_set_paintable(card.opaque, texture.pointer)
            gtk_picture_set_can_shrink(card.opaque, 1)
            gtk_widget_set_size_request(card.pointer, 120, 90)
            feed = .column([card.aligned(horizontally: GTK_ALIGN_START, vertically: GTK_ALIGN_START)])
                .margins(horizontal: 30, top: 50, bottom: 0)
            let pane = Widget.column([])
            gtk_widget_set_size_request(pane.pointer, 30, -1)
            viewer = .row([area, pane])
            transition = PhotoTransition(over: navigator)
            navigator.start(with: feed)
            stage = Stage(transition.root).settled()
            layer = transition.root.children.first { $0.isA(gtk_fixed_get_type()) } ?? transition.root
            photo = layer.children.last ?? transition.root
        }

        func frame(of widget: Widget) -> Frame { widget.frame(in: transition.root) }

        /// Waits until the photo has arrived, and returns where it was in each frame.
        func framesOfPhoto() -> [Frame] {
            var frames: [Frame] = []
            let times = FrameTimes(of: transition.root) { _ in
                if layer.isVisible, photo.isMapped { frames.append(frame(of: photo)) }
            }
            times.isOn = true
            runLoop(until: "the photo's arrival") { !layer.isVisible }
            times.isOn = false
            return frames.filter { $0.width > 0 }
        }
    }
}
