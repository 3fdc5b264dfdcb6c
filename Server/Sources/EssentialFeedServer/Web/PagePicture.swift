import EssentialFeed
import Foundation
import ImageFormats

/// A picture on a page: its sizes, and the place that is reserved for it.
struct PagePicture {
    /// The proportions of the place, in pixels.
    let width: Int
    let height: Int
    let source: String
    /// The sizes for `srcset`, with their real widths.
    let sources: String
    /// The picture's average colour.
    let colour: String
    /// The ThumbHash in Base64; empty until the server has made it.
    let hash: String

    /// The widest and the tallest place on a card, like in the desktop app.
    private static let cardProportions = 3.0 / 4...16.0 / 9

    /// - Parameters:
    ///   - isWhole: Whether the whole picture is shown, in any proportions.
    ///   - address: Returns the address of a size.
    init(_ photo: ListedPhoto, isWhole: Bool, address: (ServedSize) -> String) {
        let sizes = photo.sizes.listed(withOriginal: false)
        let size = photo.sizes.pixels(sizes.last ?? .medium)
        let proportion = Double(size.width) / Double(max(1, size.height))
        let range = Self.cardProportions
        let shown = isWhole ? proportion : min(max(proportion, range.lowerBound), range.upperBound)
        width = size.width
        height = isWhole ? size.height : Int((Double(size.width) / shown).rounded())
        source = address(.medium)
        sources = sizes.map { "\(address($0)) \(photo.sizes.pixels($0).width)w" }.joined(separator: ", ")
        colour = photo.placeholder.flatMap { Self.averageColour(of: Array($0)) } ?? "#808080"
        hash = photo.placeholder?.base64EncodedString() ?? ""
    }

    /// Returns the average colour that a ThumbHash begins with.
    private static func averageColour(of hash: [UInt8]) -> String? {
        guard hash.count >= 3 else { return nil }
        let head = Int(hash[0]) | Int(hash[1]) << 8 | Int(hash[2]) << 16
        let lightness = Double(head & 63) / 63
        let yellowBlue = Double(head >> 6 & 63) / 31.5 - 1
        let redGreen = Double(head >> 12 & 63) / 31.5 - 1
        let blue = lightness - 2 / 3 * yellowBlue
        let red = (3 * lightness - blue + redGreen) / 2
        let green = red - redGreen
        let digits = [red, green, blue].map { value in
            let byte = Int(min(max(value, 0), 1) * 255)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "#" + digits.joined()
    }
}
