import EssentialFeed
import Foundation

/// One of two feeds saved by a program in turn, with images identified by their bytes.
struct AlternatingFeeds {
    static let imageCount = 6
    /// Room for about four of the six images, so some are evicted all the time.
    static let imageLimit = 4 * byteCount + 1000
    private static let byteCount = 40_000

    let feed: CachedFeed
    private let images: [Data]

    init(turn: Int) {
        feed = CachedFeed(
            images: (0..<60).map { index in
                FeedImage(
                    id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(turn), UInt8(index))),
                    description: "turn \(turn)", location: nil, url: Self.url(index))
            },
            loadedAt: Date(timeIntervalSinceReferenceDate: Double(turn) + 0.1), entityTag: "\"\(turn)\"")
        images = (0..<Self.imageCount).map { index in
            let blocks = (0..<10).map { block in
                Data(repeating: UInt8(block + index * 16 + turn * 128), count: Self.byteCount / 10)
            }
            return Data(blocks.joined()).dropLast(turn * 777 + index)
        }
    }

    /// Both feeds name the same images.
    static func url(_ index: Int) -> URL {
        URL(string: "https://a-host.com/image/\(index)")!
    }

    /// Returns the bytes of an image: each block depends on turn, image and position, the length on turn and image.
    func data(_ index: Int) -> Data {
        images[index]
    }
}
