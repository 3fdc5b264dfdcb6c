public import Foundation
public import ImageFormats

/// Reads and writes the wire format of a feed page.
public enum FeedPayload {
    /// Returns the images in the order of the payload. If several images have the same id, only the first counts.
    ///
    /// Unusable fields outside the contract (size, placeholder, capture time, author, variants) are left out.
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
        encode(written: images.map(Image.init))
    }

    /// Returns the payload of the images. Absent fields are left out.
    public static func encode(written images: [Image]) -> Data {
        Payload<Item>.encode(images) { json, image in
            if let author = image.author { json.member(FeedItemKeys.author, author) }
            if let date = image.createdAt { json.member(FeedItemKeys.createdAt, WireDate.text(date)) }
            if let description = image.description { json.member(FeedItemKeys.description, description) }
            if let size = image.pixelSize { json.member(FeedItemKeys.height, size.height) }
            json.member(FeedItemKeys.id, image.id)
            json.member(FeedItemKeys.image, image.url)
            if let location = image.location { json.member(FeedItemKeys.location, location) }
            if let placeholder = image.placeholder {
                json.member(FeedItemKeys.placeholder, placeholder.base64EncodedString())
            }
            if !image.variants.isEmpty {
                json.name(FeedItemKeys.variants)
                json.list(image.variants) { WireVariant.encode($1.url, $1.size, to: &$0) }
            }
            if let size = image.pixelSize { json.member(FeedItemKeys.width, size.width) }
        }
    }

    /// An image to encode.
    ///
    /// Its URLs are strings: creating a `URL` for each would cost a server a quarter of the time it spends on a page.
    public struct Image: Sendable {
        let id: UUID
        let description: String?
        let location: String?
        let url: String
        let pixelSize: PixelSize?
        let placeholder: Data?
        let createdAt: Date?
        let author: String?
        let variants: [(url: String, size: PixelSize)]

        /// Creates an image with the fields of a ``FeedImage``.
        public init(
            id: UUID, description: String?, location: String?, url: String, pixelSize: PixelSize?, placeholder: Data?,
            createdAt: Date?, author: String?, variants: [(url: String, size: PixelSize)]
        ) {
            (self.id, self.description, self.location, self.url) = (id, description, location, url)
            (self.pixelSize, self.placeholder, self.createdAt) = (pixelSize, placeholder, createdAt)
            (self.author, self.variants) = (author, variants)
        }

        fileprivate init(_ image: FeedImage) {
            self.init(
                id: image.id, description: image.description, location: image.location, url: image.url.absoluteString,
                pixelSize: image.pixelSize, placeholder: image.placeholder, createdAt: image.createdAt,
                author: image.author, variants: image.variants.map { ($0.url.absoluteString, $0.size) })
        }
    }

    /// An item of a payload that only has the contract's fields.
    private struct ContractItem: Decodable {
        let image: FeedImage

        init(from decoder: any Decoder) throws {
            image = try decoder.container(keyedBy: FeedItemKeys.self).contractImage()
        }
    }

    private struct Item: Decodable {
        let image: FeedImage

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: FeedItemKeys.self)
            let image = try fields.contractImage()
            self.image = FeedImage(
                id: image.id, description: image.description, location: image.location, url: image.url,
                pixelSize: fields.pixelSize, placeholder: fields.placeholder, createdAt: fields.createdAt,
                author: fields.author, variants: fields.variants)
        }
    }
}
