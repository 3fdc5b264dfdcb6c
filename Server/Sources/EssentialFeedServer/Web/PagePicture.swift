import EssentialFeed
import Foundation
import ImageFormats

/// A picture on a page: its sizes, and the place that is reserved for it.
struct PagePicture {
    let width: Int
    let height: Int
    /// The proportion in a row of photos, rounded to one that the style sheet supports.
    let shape: String
    let source: String
    /// The sizes for `srcset`, with the widths of their visible parts.
    let sources: String
    let colour: String
    /// The ThumbHash in Base64; empty until the server has made it.
    let hash: String

    /// The widest and the tallest place on a card, like in the desktop app.
    private static let cardProportions = 3.0 / 4...16.0 / 9
    private static let shapes = ["3/4", "4/5", "1/1", "5/4", "4/3", "3/2", "16/9"].map { text in
        let sides = text.split(separator: "/").compactMap { Double($0) }
        return (text, proportion: sides[0] / sides[1])
    }

    /// - Parameter isWhole: Whether the whole picture is shown, in any proportions.
    init(_ photo: ListedPhoto, isWhole: Bool, address: (ServedSize) -> String) {
        let sizes = photo.sizes.listed(withOriginal: false)
        let size = photo.sizes.pixels(sizes.last ?? .medium)
        let proportion = Double(size.width) / Double(max(1, size.height))
        let range = Self.cardProportions
        let shown = isWhole ? proportion : min(max(proportion, range.lowerBound), range.upperBound)
        width = size.width
        height = isWhole ? size.height : Int((Double(size.width) / shown).rounded())
        let nearest = Self.shapes.min { abs(log($0.proportion / shown)) < abs(log($1.proportion / shown)) }
        shape = nearest?.0 ?? ""
        source = address(.medium)
        sources = sizes.map { size in
            let pixels = photo.sizes.pixels(size)
            let width = min(pixels.width, max(1, Int((Double(pixels.height) * shown).rounded())))
            return "\(address(size)) \(isWhole ? pixels.width : width)w"
        }.joined(separator: ", ")
        let average = photo.placeholder.flatMap { ThumbHash(Array($0))?.averageColour } ?? [0x80, 0x80, 0x80]
        colour = "#" + average.hexadecimal
        hash = photo.placeholder?.base64EncodedString() ?? ""
    }
}
