// Loads pictures through the image pipeline alone: a source in memory, and a decoder of text.

import Foundation
import ImageFormats
import ImagePipeline

// snippet.source
/// A source whose server has one image and whose cache is empty.
struct OneImage: ImageSource {
    let image: Data

    func cached(_ url: URL) async throws -> Data? { nil }
    func fetch(_ url: URL) async throws -> Data { image }
    func remove(_ url: URL) async throws {}
}
// snippet.end

// snippet.decoder
/// A decoder whose pictures are lines of text, cut to the width that is asked for.
struct LineDecoder: ImageDecoder {
    struct NotText: Error {}

    func prepare(_ data: Data, for size: PixelSize) -> PreparedDecode<String> {
        PreparedDecode(estimatedBytes: data.count) {
            guard let text = String(data: data, encoding: .utf8) else { throw NotText() }
            return String(text.prefix(size.width))
        }
    }

    func cost(of picture: String) -> Int { picture.utf8.count }
}
// snippet.end

// snippet.load
let source = OneImage(image: Data("a picture of Nafplio".utf8))
let loader = ImageLoader(source: source, decoder: LineDecoder())
print(try await loader.picture(for: URL(filePath: "/photos/1"), size: PixelSize(width: 9, height: 1)))
// snippet.end

// snippet.meanwhile
let viewer = PixelSize(width: 20, height: 1)
let memory = PictureCache<String>()
let viewerLoader = ImageLoader(source: source, decoder: LineDecoder(), memory: memory)
let request = ImageRequest(URL(filePath: "/photos/1"), size: viewer, priority: .preload)
print(try await viewerLoader.picture(for: request))
if let card = memory.picture(for: request.url, size: PixelSize(width: 9, height: 1), fallback: .anySize) {
    print(card.picture, card.isExact)
}
// snippet.end
