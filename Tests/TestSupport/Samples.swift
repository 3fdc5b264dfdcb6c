public import EssentialFeed
public import Foundation
import ImageFormats

public func anyURL() -> URL { URL(string: "https://any-url.com")! }

public func anyError() -> NSError { NSError(domain: "any error", code: 0) }

/// Returns an image that no other equals.
public func uniqueImage(
    id: UUID = UUID(), description: String? = "a description", location: String? = "a location"
) -> FeedImage {
    FeedImage(id: id, description: description, location: location, url: URL(string: "https://a-host.com/\(id)")!)
}

/// Returns a unique image with all possible fields and four variants.
public func detailedImage() -> FeedImage {
    let image = uniqueImage()
    return FeedImage(
        id: image.id, description: image.description, location: image.location, url: image.url,
        pixelSize: PixelSize(width: 1_080, height: 810), placeholder: Data((0..<20).map { _ in .random(in: 0...255) }),
        createdAt: Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -1_000_000_000...800_000_000))),
        author: "an author \(image.id)",
        variants: [(240, 180), (480, 360), (1_080, 810), (2_048, 1_536)].map { variant(of: image, $0, $1) },
        commentCount: .random(in: 0...100), alternative: "what \(image.id) shows")
}

/// Returns a variant of an image; the one of 1080 pixels has the URL of the image itself.
public func variant(of image: FeedImage, _ width: Int, _ height: Int) -> ImageVariant {
    ImageVariant(
        url: width == 1_080
            ? image.url : image.url.appending(queryItems: [URLQueryItem(name: "size", value: "\(width)")]),
        size: PixelSize(width: width, height: height))
}

/// Returns a feed that no other equals, with all four combinations of texts.
public func uniqueFeed() -> [FeedImage] {
    [
        uniqueImage(), uniqueImage(description: nil), uniqueImage(location: nil),
        uniqueImage(description: nil, location: nil),
    ]
}

/// Returns the encoded bytes of a PNG of one colour that fills a card.
/// - Parameter salt: Determines the colour, ``colour(ofPNG:)``.
public func anyPNG(salt: UInt8 = 0) -> Data {
    // Without a salt it is green and half transparent.
    let colour = salt == 0 ? (red: 0, green: 0xFF, blue: 0) : colour(ofPNG: salt)
    return png([0, 0, 0, 128, 0, 0, 0, 128, 1, 3, 0, 0, 0])
        + chunk("PLTE", [colour.red, colour.green, colour.blue]) + (salt == 0 ? chunk("tRNS", [0x7F]) : Data())
        + chunk("IDAT", compressedRows) + chunk("IEND", [])
}

/// The rows of 128 × 128 pixels of the first colour, compressed.
private let compressedRows: [UInt8] = [
    0x78, 0xDA, 0x63, 0x60, 0x18, 0x05, 0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28, 0xA0, 0x2F,
    0x00, 0x00, 0x08, 0x80, 0x00, 0x01,
]

/// Returns the colour of the picture with a salt other than 0. The colours of different salts are far apart.
public func colour(ofPNG salt: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
    (red: 40 + (salt & 7) * 30, green: 40 + (salt >> 3 & 7) * 30, blue: 20 + (salt >> 6) * 45)
}

/// Returns the beginning of a PNG.
private func png(_ header: [UInt8]) -> Data {
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + chunk("IHDR", header)
}

private func chunk(_ name: String, _ body: [UInt8]) -> Data {
    let checked = Array(name.utf8) + body
    return Data(bytes(UInt32(body.count)) + checked + bytes(CRC32.of(checked)))
}

private func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
