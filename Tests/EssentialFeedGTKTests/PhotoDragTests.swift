import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import XCTest

@testable import EssentialFeedGTK

/// Dragging photos to other programs, with the pointer of the X server. The comment above a function is its name.
final class PhotoDragTests: WidgetTestCase {
    /// A photo is dragged from its card to a program that takes files
    func test_photo_isDraggedFromCard() {
        onMain {
            let images = ["pier", "mole"].enumerated().map {
                Screens.image($0.offset + 1, description: nil, location: $0.element)
            }
            let (screen, controller) = Screens.feed(loading: images, now: { Date() })
            let receiver = try Receiver()
            screen.drag = receiver.drag
            receiver.show(beside: screen.root)
            runLoop(until: "the photos") { screen.list.cells.count { $0.root.isMapped } == images.count }
            let card = try XCTUnwrap(screen.list.cells.first { $0.image == images[1] })
            let frame = screen.frame(of: card.root)
            receiver.dragPhoto(fromX: frame.x + frame.width / 2, y: frame.y + 100)
            XCTAssertEqual(receiver.dropped, ["/home/maria/mole.jpg"])
            XCTAssertEqual(receiver.events, ["press mole", "drag mole", "end"])
            controller.stop()
            receiver.close()
        }
    }

    /// A photo is dragged from the viewer, but not before its file is ready
    func test_photo_isDraggedFromViewer() {
        onMain {
            let receiver = try Receiver()
            let image = Screens.image(1, description: nil, location: "pier")
            let (screen, controller) = Screens.viewer([image])
            screen.drag = receiver.drag
            receiver.show(beside: screen.root)
            runLoop(until: "the photo") { screen.wholePicture != nil }
            receiver.isReady = false
            receiver.dragPhoto(fromX: 200, y: 320)
            XCTAssertEqual(receiver.dropped, [])
            receiver.isReady = true
            receiver.dragPhoto(fromX: 200, y: 320)
            XCTAssertEqual(receiver.dropped, ["/home/maria/pier.jpg"])
            controller.stop()
            receiver.close()
        }
    }

    /// A drop target for files beside a screen, like a file manager.
    @MainActor
    private final class Receiver {
        var isReady = true
        private(set) var events: [String] = []
        private(set) var dropped: [String] = []
        private let place = Widget.column([Widget(gtk_label_new("Files"))])
        private let pointer: PointerAndKeys
        private var stage: Stage?

        init() throws {
            pointer = try PointerAndKeys()
            gtk_widget_set_size_request(place.pointer, 200, 640)
            let target = try XCTUnwrap(gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY))
            Signal.connect(target, "drop") { [weak self] arguments in
                self?.dropped += Self.files(of: gtk_drop_target_get_value(target))
                arguments.answer(true)
            }
            gtk_widget_add_controller(place.pointer, target)
        }

        var drag: ImageViewerScreen.Drag {
            (
                onPress: { [unowned self] in events.append("press \($0.location ?? "")") },
                onDrag: { [unowned self] image in
                    events.append("drag \(image.location ?? "")")
                    return isReady ? SharedPhoto(file: URL(filePath: "/home/maria/\(image.location ?? "").jpg")) : nil
                },
                onEnd: { [unowned self] in events.append("end") }
            )
        }

        func show(beside screen: Widget) {
            stage = Stage(.row([screen.expanding(horizontally: true), place]), width: 600)
            stage?.settle()
        }

        /// Drags from a point of the screen to this place.
        func dragPhoto(fromX x: Double, y: Double) {
            let ends = events.count { $0 == "end" }
            pointer.move(x: x, y: y)
            stage?.settle()
            pointer.hold(button: UInt32(GDK_BUTTON_PRIMARY), true)
            for step in 1...10 {
                pointer.move(x: x + (500 - x) * Double(step) / 10, y: y)
                stage?.settle()
            }
            pointer.hold(button: UInt32(GDK_BUTTON_PRIMARY), false)
            if isReady { runLoop(until: "the end of the drag") { self.events.count { $0 == "end" } > ends } }
            stage?.settle()
        }

        func close() {
            pointer.leave()
            stage?.close()
        }

        /// Returns the paths of the files in a list.
        private static func files(of value: UnsafePointer<GValue>?) -> [String] {
            var paths: [String] = []
            var next = value.flatMap { g_value_get_boxed($0) }.flatMap { gdk_file_list_get_files(OpaquePointer($0)) }
            while let item = next?.pointee {
                if let file = item.data, let path = g_file_get_path(OpaquePointer(file)) {
                    paths.append(String(cString: path))
                    g_free(path)
                }
                next = item.next
            }
            return paths
        }
    }
}
