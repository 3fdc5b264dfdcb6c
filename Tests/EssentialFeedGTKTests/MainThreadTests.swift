import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import Synchronization
import XCTest

/// Work outside the drawing thread. The comment above a function is its name.
final class MainThreadTests: WidgetTestCase {
    /// B171 A picture is decoded while the main thread is blocked
    func test_decoder_needsNoMainThread() {
        onMain {
            let pictures = ImageLoader(
                source: OnePicture(), decoder: TextureDecoder(.built()),
                report: { XCTFail("\($0)") })
            let result = Mutex<Result<Int, any Error>?>(nil)
            let end = DispatchSemaphore(value: 0)
            Task.detached {
                do {
                    let url = URL(filePath: "/picture")
                    let size = PixelSize(width: 40, height: 30)
                    let picture = try await pictures.picture(for: ImageRequest(url, size: size))
                    result.withLock { $0 = .success(picture.bytes) }
                } catch {
                    result.withLock { $0 = .failure(error) }
                }
                end.signal()
            }
            XCTAssertEqual(end.wait(timeout: .now() + 300), .success, "something needs the main thread")
            XCTAssertGreaterThan(try XCTUnwrap(result.withLock { $0 }).get(), 0)
        }
    }

    private struct OnePicture: ImageSource {
        func cached(_ url: URL) async throws -> Data? { nil }

        func fetch(_ url: URL) async throws -> Data {
            let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            return try Data(contentsOf: tests.appending(path: "Pictures/plain.jpg"))
        }

        func remove(_ url: URL) async throws {}
    }
}
