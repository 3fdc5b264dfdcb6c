import Foundation
import ImageFormats

/// The names of an item's fields on the wire. The first four are the contract's.
enum FeedItemKeys: String, CodingKey {
    case id, description, location, image
    case width, height, placeholder, createdAt = "created_at", author, variants
}

/// The fields that the contract doesn't have. None of them fails the feed: one that is missing, of another type or beyond
/// ``FeedImageLimits`` is left out.
extension KeyedDecodingContainer<FeedItemKeys> {
    var pixelSize: PixelSize? {
        FeedImageLimits.size(usable(Int.self, .width), usable(Int.self, .height))
    }

    var placeholder: Data? {
        usable(String.self, .placeholder).flatMap { Data(base64Encoded: $0) }.flatMap {
            FeedImageLimits.allow(placeholder: $0) ? $0 : nil
        }
    }

    var createdAt: Date? {
        usable(String.self, .createdAt).flatMap(WireDate.date)
    }

    var author: String? {
        usable(String.self, .author).flatMap { FeedImageLimits.allow(author: $0) ? $0 : nil }
    }

    /// The variants among the first entries of the list; later entries aren't read. Of those with the same URL, only the
    /// first counts.
    var variants: [ImageVariant] {
        guard contains(.variants) else { return [] }
        var variants: [ImageVariant] = []
        do {
            var list = try nestedUnkeyedContainer(forKey: .variants)
            while !list.isAtEnd, list.currentIndex < FeedImageLimits.variants {
                guard let variant = try list.decode(WireVariant?.self)?.variant else { continue }
                if !variants.contains(where: { $0.url == variant.url }) { variants.append(variant) }
            }
        } catch {
            // What isn't a list has no further variants.
        }
        return variants
    }
}

/// An entry of an item's variants.
struct WireVariant: Codable {
    /// `nil` if the entry can't be used.
    let variant: ImageVariant?

    private enum CodingKeys: CodingKey { case url, width, height }

    init(_ variant: ImageVariant) {
        self.variant = variant
    }

    init(from decoder: any Decoder) {
        do {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            let url = fields.usable(String.self, .url).flatMap(FeedImageLimits.variantURL)
            let size = FeedImageLimits.size(fields.usable(Int.self, .width), fields.usable(Int.self, .height))
            variant = url.flatMap { url in size.map { ImageVariant(url: url, size: $0) } }
        } catch {
            // The entry isn't an object.
            variant = nil
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard let variant else { return }
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(variant.url.absoluteString, forKey: .url)
        try fields.encode(variant.size.width, forKey: .width)
        try fields.encode(variant.size.height, forKey: .height)
    }
}

extension KeyedDecodingContainer {
    /// Returns the value of a field, or `nil` if the field is missing or isn't such a value.
    fileprivate func usable<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        guard contains(key) else { return nil }
        do {
            return try decode(type, forKey: key)
        } catch {
            return nil
        }
    }
}
