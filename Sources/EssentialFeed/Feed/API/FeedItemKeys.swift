import Foundation
import ImageFormats

/// The names of an item's fields on the wire. The first four are the contract's.
enum FeedItemKeys: String, CodingKey {
    case id, description, location, image
    case width, height, placeholder, createdAt = "created_at", author, variants

    private static let beyondContract: [FeedItemKeys] = [.width, .height, .placeholder, .createdAt, .author, .variants]

    /// Returns `false` if no item of a payload has a field outside the contract.
    ///
    /// Looks for the field names after quotation marks, and for escapes, which could hide a name. Looking up six fields
    /// in each item would take more than twice as long: a tenth of the time it takes to decode a page of the contract.
    static func mayGoBeyondContract(_ payload: Data) -> Bool {
        let names = beyondContract.map { Array($0.rawValue.utf8) }
        let initials = names.map { $0[0] }
        return payload.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count - 1 {
                let byte = bytes[index]
                index += 1
                guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                if byte == UInt8(ascii: "\\") {
                    if bytes[index] == UInt8(ascii: "u") { return true }
                } else if initials.contains(bytes[index]), names.contains(where: { bytes[index...].starts(with: $0) }) {
                    return true
                }
            }
            return false
        }
    }
}

extension KeyedDecodingContainer<FeedItemKeys> {
    /// Returns an image with the contract's fields.
    /// - Throws: `DecodingError` if one of them is malformed.
    func contractImage() throws -> FeedImage {
        let url = try decode(URL.self, forKey: .image)
        guard FeedImage.isLoadable(url) else {
            throw DecodingError.dataCorruptedError(
                forKey: .image, in: self,
                debugDescription: "not an absolute http or https URL with a host, without user info")
        }
        return FeedImage(
            id: try decode(UUID.self, forKey: .id), description: try decodeIfPresent(String.self, forKey: .description),
            location: try decodeIfPresent(String.self, forKey: .location), url: url)
    }
}

/// The fields outside the contract. None of them fails the feed: a field that is missing, of another type or beyond
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

    /// The variants among the first entries of the list; later entries aren't read. If several have the same URL, only
    /// the first counts.
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
            // The field isn't a list, so it has no variants to read.
        }
        return variants
    }
}

/// An entry of an item's variants.
struct WireVariant: Decodable {
    /// `nil` if the entry can't be used.
    let variant: ImageVariant?

    private enum CodingKeys: CodingKey { case url, width, height }

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

    static func encode(_ url: String, _ size: PixelSize, to json: inout JSONWriter) {
        json.object {
            $0.member(CodingKeys.height, size.height)
            $0.member(CodingKeys.url, url)
            $0.member(CodingKeys.width, size.width)
        }
    }
}

extension KeyedDecodingContainer {
    /// Returns the value of a field, or `nil` if the field is missing or has another type.
    fileprivate func usable<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        guard contains(key) else { return nil }
        do {
            return try decode(type, forKey: key)
        } catch {
            return nil
        }
    }
}
