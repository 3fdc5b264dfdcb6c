import Foundation
import ImageFormats
import NIOCore

struct PostedPhoto: Hashable, Sendable {
    /// The re-encoded picture, without metadata.
    struct Picture: Hashable, Sendable {
        let digest: ContentDigest
        let byteCount: Int
        let size: PixelSize
        let placeholder: Data
    }

    let position: FeedPosition
    let author: Person
    var texts: PostTexts
    let postedAt: Date
    let picture: Picture
    /// The digest of everything sent, to recognize a repeated request.
    let content: ContentDigest
    /// When the texts were last changed; `nil` if they weren't.
    var editedAt: Date?
    /// The id of the photos posted in one act; `nil` if the client named none.
    var group: UUID?

    var id: UUID { position.id }
}

struct PostLimits: Hashable, Sendable {
    /// The size of one photo, as it is sent.
    var photo = StorageLimit(name: "50 MB for a photo", bytes: 50_000_000)
    /// The size of all photos of a person, as they are kept.
    var all = StorageLimit(name: "10 GB for all photos", bytes: 10_000_000_000)
    var photosADay = WriteLimit(name: "200 photos a day", count: 200, window: .hours(24))
    var bytesADay = WriteLimit(name: "1 GB of photos a day", count: 1_000_000_000, window: .hours(24))
}

struct StorageLimit: Hashable, Sendable {
    /// The limit in words.
    let name: String
    let bytes: Int
}

enum PhotoFault: Hashable, Sendable {
    /// The bytes aren't a picture in a supported format.
    case notAPicture
    case incomplete
    case tooManyPixels
    /// The picture can't be decoded, or needs too much memory or time.
    case undecodable(reason: String)
}

extension ListedPhoto {
    init(_ post: PostedPhoto) {
        self.init(
            id: post.id, description: post.texts.caption, place: post.texts.location, date: post.postedAt,
            author: post.author.name, posterID: post.author.id, placeholder: post.picture.placeholder,
            sizes: PhotoSizes(post.picture.size, .none), alternative: post.texts.alternative,
            rank: post.position.rank, added: post.postedAt, updated: post.editedAt ?? post.postedAt, group: post.group)
    }
}
