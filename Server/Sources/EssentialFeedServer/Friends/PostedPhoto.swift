import EssentialFeed
import Foundation
import ImageFormats
import NIOCore

/// A photo that a friend has posted.
struct PostedPhoto: Hashable, Sendable {
    /// The re-encoded picture, without metadata.
    struct Picture: Hashable, Sendable {
        /// The digest of the file.
        let digest: ContentDigest
        /// In bytes.
        let byteCount: Int
        let size: PixelSize
        let placeholder: Data
    }

    let position: FeedPosition
    let author: Person
    var texts: PostTexts
    let postedAt: Date
    let picture: Picture
    /// The digest of all that was sent, by which a repeated request is recognized.
    let content: ContentDigest

    var id: UUID { position.id }
}

/// What a friend says about a photo of theirs. The photo's own metadata says nothing.
struct PostTexts: Hashable, Sendable {
    private(set) var caption: String?
    /// Where the photo was taken, in the friend's words.
    private(set) var location: String?
    /// What the picture shows, in words for people who can't see it.
    private(set) var alternative: String?

    /// Cleans the texts as a comment is cleaned. An empty text is none.
    /// - Throws: ``FriendsError/tooLong``.
    init(caption: String? = nil, location: String? = nil, alternative: String? = nil) throws(FriendsError) {
        self.caption = try Self.clean(caption)
        self.location = try Self.clean(location)?.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.alternative = try Self.clean(alternative)
    }

    private static func clean(_ text: String?) throws(FriendsError) -> String? {
        do throws(FriendsError) {
            return try text.map(CommentText.clean)
        } catch .emptyMessage {
            return nil
        }
    }

    /// Returns the digest of a photo that is posted with these texts.
    /// - Parameter photo: The digest of the photo as it was sent.
    func content(with photo: ContentDigest) -> ContentDigest {
        let texts = [caption, location, alternative].map { $0 ?? "" }.joined(separator: "\0")
        return ContentDigest(of: photo.bytes + texts.utf8)
    }
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

/// The reason a posted photo can't be shown.
enum PhotoFault: Hashable, Sendable {
    /// The bytes aren't a picture in a format that the server shows.
    case notAPicture
    /// The picture ends too early.
    case incomplete
    /// The picture has too many pixels.
    case tooManyPixels
    /// No picture comes out, or it takes too much memory or time.
    case undecodable(reason: String)
}

extension ListedPhoto {
    init(_ post: PostedPhoto) {
        self.init(
            id: post.id, description: post.texts.caption, place: post.texts.location, date: post.postedAt,
            author: post.author.name, placeholder: post.picture.placeholder,
            sizes: PhotoSizes(post.picture.size, .none), alternative: post.texts.alternative,
            rank: post.position.rank)
    }
}

/// The text of a comment as others may see it: without control characters and bidirectional overrides, and within limits.
enum CommentText {
    /// In characters.
    static let maximumLength = 2_000
    /// In UTF-8.
    static let maximumBytes = 8 << 10
    /// How many combining marks are kept for each character. More would overlap other lines.
    private static let maximumMarks = 8

    /// - Throws: ``FriendsError/emptyMessage`` or ``FriendsError/tooLong``.
    static func clean(_ text: String) throws(FriendsError) -> String {
        // Counting the characters of a very long text would take long.
        guard text.utf8.count <= maximumBytes else { throw .tooLong }
        var clean = String.UnicodeScalarView()
        var marks = 0
        var breaks = 0
        for scalar in PlainText.clean(text).unicodeScalars {
            switch scalar {
            case "\n", "\u{2028}", "\u{2029}":
                marks = 0
                breaks += 1
                // One empty line separates paragraphs as well as a hundred.
                if breaks <= 2 { clean.append("\n") }
                continue
            default: breaks = 0
            }
            let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            marks = isMark ? marks + 1 : 0
            if marks <= maximumMarks { clean.append(scalar) }
        }
        let message = String(clean).trimmingCharacters(in: .whitespacesAndNewlines)
        guard message.unicodeScalars.contains(where: isVisible) else { throw .emptyMessage }
        guard message.count <= maximumLength else { throw .tooLong }
        return message
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark,
            .unassigned, .surrogate, .privateUse:
            false
        default: true
        }
    }
}
