package import Foundation
package import ImageFormats

/// The possible URLs of an image's picture at its display size.
package struct VariantChoice: Hashable, Sendable {
    /// The URLs of pictures that fill the size without being enlarged, smallest picture first. If there are none, the
    /// URL of the picture to enlarge the least. Never empty.
    package let best: [URL]
    /// The other URLs. The picture to enlarge the least is first; a picture of unknown size is last.
    package let others: [URL]

    init(_ image: FeedImage, filling box: PixelSize) {
        var known = image.variants
        var unknown: [URL] = []
        if !known.contains(where: { $0.url == image.url }) {
            if let size = image.pixelSize {
                known.append(ImageVariant(url: image.url, size: size))
            } else {
                unknown = [image.url]
            }
        }
        guard !image.variants.isEmpty else {
            best = [image.url]
            others = []
            return
        }
        let sharp = known.filter { $0.enlargement(filling: box) <= 1 }.sorted {
            $0.size.pixelCount < $1.size.pixelCount
        }
        let blurred = known.filter { $0.enlargement(filling: box) > 1 }
            .sorted { $0.enlargement(filling: box) < $1.enlargement(filling: box) }
        let count = sharp.isEmpty ? 1 : 0
        best = (sharp + blurred.prefix(count)).map(\.url)
        others = blurred.dropFirst(count).map(\.url) + unknown
    }
}

extension FeedImage {
    /// Returns the URL of the smallest sharp variant at the display size, or of the largest variant if none is sharp.
    /// Returns ``url`` for an image without variants.
    /// - Parameter box: The size the picture has to fill, in pixels. Parts outside the box's aspect ratio are cut off.
    package func url(filling box: PixelSize) -> URL { choice(filling: box).best[0] }

    /// All possible URLs of the picture, largest variant first. ``url`` is last if its size is unknown, and the only
    /// one for an image without variants.
    package var urlsFromLargest: [URL] {
        var known = variants.map { (url: $0.url, count: $0.size.pixelCount) }
        if !known.contains(where: { $0.url == url }) { known.append((url: url, count: pixelSize?.pixelCount ?? -1)) }
        return known.sorted { $0.count > $1.count }.map(\.url)
    }

    package func choice(filling box: PixelSize) -> VariantChoice { VariantChoice(self, filling: box) }

    /// Returns whether another image's picture loads from the same URLs.
    func hasSamePicture(as other: FeedImage) -> Bool {
        url == other.url && variants == other.variants && shownSize == other.shownSize
    }
}

extension ImageVariant {
    /// Returns the factor by which the picture has to be enlarged to fill a box; at most 1 if it is sharp there.
    fileprivate func enlargement(filling box: PixelSize) -> Double {
        max(Double(box.width) / Double(max(1, size.width)), Double(box.height) / Double(max(1, size.height)))
    }
}
