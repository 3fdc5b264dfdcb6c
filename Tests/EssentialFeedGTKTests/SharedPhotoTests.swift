import CAdwaita
import EssentialFeedGTK
import Foundation
import GtkKit
import class TestSupport.TemporaryFolder
import XCTest

/// Photos that leave the app. The comment above a function is its name.
final class SharedPhotoTests: WidgetTestCase {
    /// A photo is printed on one page
    func test_photo_isPrinted() {
        onMain {
            let window = Widget(gtk_window_new())
            let folder = TemporaryFolder()
            let file = folder.url.appending(path: "photo.pdf")
            var ends: [PortalError?] = []
            PhotoPrint.run(Self.texture, name: "Photo", over: window, to: file) { ends.append($0) }
            runLoop(until: "the end of printing") { !ends.isEmpty }
            XCTAssertEqual(ends, [nil])
            let document = try Data(contentsOf: file)
            XCTAssertTrue(document.starts(with: Data("%PDF".utf8)))
            gtk_window_destroy(window.window)
        }
    }

    /// The clipboard offers a photo as a file, for the file manager, as its bytes and as a picture
    func test_photo_isCopied() {
        onMain {
            let window = Widget(gtk_window_new())
            let file = URL(filePath: "/home/maria/pier.jpg")
            let photo = SharedPhoto(
                file: file, data: (bytes: Data([1, 2, 3]), type: "image/jpeg"), texture: Self.texture)
            photo.copy(from: window)
            let formats = gdk_clipboard_get_formats(gtk_widget_get_clipboard(window.pointer))
            for type in ["x-special/gnome-copied-files", "image/jpeg"] {
                XCTAssertTrue(gdk_content_formats_contain_mime_type(formats, type) != 0, type)
            }
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_file_list_get_type()) != 0)
            XCTAssertTrue(gdk_content_formats_contain_gtype(formats, gdk_texture_get_type()) != 0)
            gtk_window_destroy(window.window)
        }
    }

    private static var texture: Texture { Texture(width: 30, height: 20, colour: [128, 128, 128]) }
}
