public import Foundation
import ImageFormats

/// Reads and writes the wire format of a feed page.
public enum FeedPayload {
    /// Returns the images in the order of the payload. Of images with the same id, only the first counts.
    ///
    /// Of the fields that the contract doesn't have (size, placeholder, capture time, author, variants), one that can't be
    /// used is left out.
    /// - Throws: `DecodingError`; one malformed item fails the whole payload.
    public static func decode(_ data: Data) throws -> [FeedImage] {
        let images =
            FeedItemKeys.mayGoBeyondContract(data)
            ? try Payload<Item>.items(in: data).map(\.image) : try Payload<ContractItem>.items(in: data).map(\.image)
        var seen = Set<UUID>(minimumCapacity: images.count)
        return images.filter { seen.insert($0.id).inserted }
    }

    /// Returns the payload of the images. Absent fields are left out.
    public static func encode(_ images: [FeedImage]) -> Data {
        Payload.encode(images.map(Item.init))
    }

    /// An item of a payload in which no item has other fields than the contract's.
    private struct ContractItem: Decodable {
        let image: FeedImage

        init(from decoder: any Decoder) throws {
            image = try decoder.container(keyedBy: FeedItemKeys.self).contractImage()
        }
    }

    private struct Item: Codable {
        let image: FeedImage

        init(image: FeedImage) {
            self.image = image
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: FeedItemKeys.self)
            let image = try fields.contractImage()
            self.image = FeedImage(
                id: image.id, description: image.description, location: image.location, url: image.url,
                pixelSize: fields.pixelSize, placeholder: fields.placeholder, createdAt: fields.createdAt,
                author: fields.author, variants: fields.variants)
        }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: FeedItemKeys.self)
            try fields.encode(image.id, forKey: .id)
            try fields.encodeIfPresent(image.description, forKey: .description)
            try fields.encodeIfPresent(image.location, forKey: .location)
            try fields.encode(image.url.absoluteString, forKey: .image)
            try fields.encodeIfPresent(image.pixelSize?.width, forKey: .width)
            try fields.encodeIfPresent(image.pixelSize?.height, forKey: .height)
            try fields.encodeIfPresent(image.placeholder?.base64EncodedString(), forKey: .placeholder)
            try fields.encodeIfPresent(image.createdAt.map(WireDate.text), forKey: .createdAt)
            try fields.encodeIfPresent(image.author, forKey: .author)
            if !image.variants.isEmpty { try fields.encode(image.variants.map(WireVariant.init), forKey: .variants) }
        }
    }
}
