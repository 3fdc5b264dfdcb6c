package import Foundation
package import ImageFormats

/// Reads and writes the wire format of a feed page.
package enum FeedPayload {
    /// Returns the images in the order of the payload. If several images have the same id, only the first counts.
    ///
    /// Unusable fields outside the contract (size, placeholder, capture time, author, variants, number of comments,
    /// alternative text) are left out.
    /// - Throws: `DecodingError`; one malformed item fails the whole payload.
    package static func decode(_ data: Data) throws -> [FeedImage] {
        let images = try Payload<Item>.items(in: data).map(\.image)
        var seen = Set<UUID>(minimumCapacity: images.count)
        return images.filter { seen.insert($0.id).inserted }
    }

    package static func encode(_ images: [FeedImage]) -> Data { encode(written: images.map(Image.init)) }

    package static func encode(written images: [Image]) -> Data { Payload(items: images).data }

    /// An image to encode.
    ///
    /// Its URLs are strings: creating a `URL` for each would cost a server a quarter of the time it spends on a page.
    package struct Image: Encodable, Sendable {
        let id: UUID
        let description: String?
        let location: String?
        let url: String
        package var pixelSize: PixelSize?
        package var placeholder: Data?
        package var createdAt: Date?
        package var author: String?
        package var variants: [(url: String, size: PixelSize)] = []
        package var alternative: String?
        package var commentCount: Int?

        package init(id: UUID, description: String?, location: String?, url: String) {
            (self.id, self.description, self.location, self.url) = (id, description, location, url)
        }

        package func encode(to encoder: any Encoder) throws {
            var item = encoder.container(keyedBy: FeedItemKeys.self)
            try item.encode(id, forKey: .id)
            try item.encodeIfPresent(description, forKey: .description)
            try item.encodeIfPresent(location, forKey: .location)
            try item.encode(url, forKey: .image)
            try item.encodeIfPresent(pixelSize?.width, forKey: .width)
            try item.encodeIfPresent(pixelSize?.height, forKey: .height)
            try item.encodeIfPresent(placeholder, forKey: .placeholder)
            try item.encodeIfPresent(createdAt.map(WireDate.text), forKey: .createdAt)
            try item.encodeIfPresent(author, forKey: .author)
            if !variants.isEmpty {
                try item.encode(variants.map { WireVariant.Fields($0.url, $0.size) }, forKey: .variants)
            }
            try item.encodeIfPresent(alternative, forKey: .alternative)
            try item.encodeIfPresent(commentCount, forKey: .commentCount)
        }

        fileprivate init(_ image: FeedImage) {
            self.init(
                id: image.id, description: image.description, location: image.location, url: image.url.absoluteString)
            (pixelSize, placeholder, createdAt) = (image.pixelSize, image.placeholder, image.createdAt)
            (author, alternative, commentCount) = (image.author, image.alternative, image.commentCount)
            variants = image.variants.map { ($0.url.absoluteString, $0.size) }
        }
    }

    /// An item. None of the fields outside the contract fails the feed: a field that is missing, of another type or beyond
    /// ``FeedImageLimits`` is left out. Looking them up takes 11 µs of a page of ten's 80 (release build).
    private struct Item: Decodable {
        let image: FeedImage

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: FeedItemKeys.self)
            let url = try fields.decode(URL.self, forKey: .image)
            guard FeedImage.isLoadable(url) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .image, in: fields,
                    debugDescription: "not an absolute http or https URL with a host, without user info")
            }
            let placeholder = fields.usable(String.self, .placeholder).flatMap { Data(base64Encoded: $0) }
            image = FeedImage(
                id: try fields.decodeID(forKey: .id),
                description: try fields.decodeIfPresent(String.self, forKey: .description),
                location: try fields.decodeIfPresent(String.self, forKey: .location), url: url,
                pixelSize: FeedImageLimits.size(fields.usable(Int.self, .width), fields.usable(Int.self, .height)),
                placeholder: placeholder.flatMap { FeedImageLimits.allow(placeholder: $0) ? $0 : nil },
                createdAt: fields.usable(String.self, .createdAt).flatMap(WireDate.date),
                author: fields.usable(String.self, .author, where: FeedImageLimits.allow(author:)),
                variants: fields.variants,
                commentCount: fields.usable(Int.self, .commentCount, where: FeedImageLimits.allow(commentCount:)),
                alternative: fields.usable(String.self, .alternative, where: FeedImageLimits.allow(alternative:)))
        }
    }
}

/// The names of an item's fields on the wire. The first four are the contract's.
enum FeedItemKeys: String, CodingKey {
    case id, description, location, image
    case width, height, placeholder, createdAt = "created_at", author, variants, alternative = "alt"
    case commentCount = "comment_count"
}

extension KeyedDecodingContainer<FeedItemKeys> {
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

    /// The fields of an entry that is written.
    struct Fields: Encodable {
        let url: String
        let width: Int
        let height: Int

        init(_ url: String, _ size: PixelSize) { (self.url, width, height) = (url, size.width, size.height) }
    }
}

extension KeyedDecodingContainer {
    /// Returns a field's value; `nil` if the field is missing, of another type or not allowed.
    func usable<Value: Decodable>(
        _ type: Value.Type, _ key: Key, where isAllowed: (Value) -> Bool = { _ in true }
    ) -> Value? {
        guard contains(key) else { return nil }
        do {
            let value = try decode(type, forKey: key)
            return isAllowed(value) ? value : nil
        } catch {
            return nil
        }
    }
}
