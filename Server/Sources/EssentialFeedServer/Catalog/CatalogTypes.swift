import EssentialFeed
import Files
package import Foundation
import GRDB
import SystemPackage

/// The photos that a server publishes, newest first.
///
/// A published photo keeps its position permanently. A deleted photo leaves its position behind, so that a client that
/// has read up to it can still request the next page. All calls except ``version`` block.
protocol PublishedPhotos: Sendable {
    /// Changes after every change to the results of the other calls, never before: results read after the version are
    /// at least as new as the version.
    var version: CatalogVersion { get }

    /// Returns the photos after the cursor, or the first photos without a cursor; `nil` if no photo ever had the
    /// cursor's id.
    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]?

    /// Returns the photos after a position, or the first photos without a position.
    func page(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto]

    /// Returns the position of a photo, also of a deleted one; `nil` if no photo ever had the id.
    func position(of id: UUID) throws -> FeedPosition?

    /// Returns the positions of the photos before a position, nearest first.
    func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition]

    /// Returns a photo as listed, or `nil` if no photo has this id now.
    func listed(_ id: UUID) throws -> ListedPhoto?

    /// Returns a photo with its file, or `nil` if no photo has this id now.
    func photo(_ id: UUID) throws -> Photo?

    /// Returns the comments on a photo, or `nil` if no photo has this id now.
    func comments(of id: UUID) throws -> [ImageComment]?

    /// Returns the number of photos, including hidden ones.
    func photoCount() throws -> Int
}

extension PublishedPhotos {
    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]? {
        guard let cursor else { return try page(from: nil, limit: limit) }
        return try position(of: cursor).map { try page(from: $0, limit: limit) }
    }

    /// Returns the ids of the photos before the cursor, nearest first.
    func ids(before cursor: UUID, limit: Int) throws -> [UUID] {
        try position(of: cursor).map { try positions(before: $0, limit: limit).map(\.id) } ?? []
    }
}

/// The place of a photo in the feed, which never changes. Lower places are listed first.
struct FeedPosition: Hashable, Sendable, Comparable {
    let rank: Double
    let id: UUID

    static func < (lhs: FeedPosition, rhs: FeedPosition) -> Bool {
        lhs.rank == rhs.rank ? lhs.id < rhs.id : lhs.rank < rhs.rank
    }
}

/// A photo as listed on a page of the feed.
package struct ListedPhoto: Hashable, Sendable {
    package let id: UUID
    let description: String?
    let place: String?
    /// The date taken, according to the document, the camera or the file.
    let date: Date
    /// The photographer, according to the document.
    let author: String?
    /// The ThumbHash of the photo; `nil` until it has been made.
    let placeholder: Data?
    let sizes: PhotoSizes
    /// What the picture shows, in words for people who can't see it.
    var alternative: String?
    var rank = 0.0
    var commentCount = 0

    var position: FeedPosition { FeedPosition(rank: rank, id: id) }
}

struct FileToRead: Hashable, Sendable {
    let path: FolderPath
    /// Distinguishes this request from a later one, made after the file changed again.
    let ticket: FileTicket
}

struct FileTicket: Hashable, Sendable {
    let file: Int64
    let revision: Int64
}

struct FileReading: Sendable {
    enum Outcome: Sendable {
        case photo(PhotoFacts, FileStamp)
        case notAnImage(FileStamp)
        /// The file is truncated.
        case incomplete(FileStamp)
        case unreadable(reason: String)
        /// The file changed or disappeared during the read. The change will be reported separately.
        case changed
    }

    let ticket: FileTicket
    let path: FolderPath
    let outcome: Outcome
}

/// The version of a catalog, which differs whenever the visible content differs.
struct CatalogVersion: Hashable, Sendable {
    /// Distinguishes this catalog from a recreated one, whose numbers start over.
    let catalog: String
    let number: Int

    /// The version for use in an entity tag.
    var text: String { "\(catalog)-\(number)" }
}

/// The state of a photo's sizes.
enum PhotoSizing: Int {
    case toBeMade = 0
    /// All sizes have been made (they may have been deleted since), or the photo needs none.
    case done = 1
    /// The file can't be decoded.
    case failed = 2

    init(_ facts: PhotoFacts) {
        self = PhotoSizes(facts.size, facts.animation).made.isEmpty ? .done : .toBeMade
    }
}

/// The result of making a photo's sizes.
struct SizingResult: Sendable {
    enum Outcome: Sendable {
        /// - Parameter placeholder: The ThumbHash of the picture.
        case made(placeholder: [UInt8])
        /// The file can't be decoded.
        case failed(reason: String)
        /// The decoder crashed, timed out or ran out of memory, because of the photo or because the machine is busy.
        case gaveUp(reason: String)
    }

    /// The number of abandoned attempts after which a photo is left out.
    static let maximumAttempts = 5

    /// Returns the delay before the next attempt: 1, 4, 16 and 64 minutes.
    static func pause(afterAttempts count: Int) -> TimeInterval { 60 * pow(4, Double(count - 1)) }

    let photo: UUID
    let outcome: Outcome
}

/// The reason a catalog on disk can't be used.
enum CatalogError: Error, Hashable, TranslatedError {
    /// Another server uses the catalog.
    case inUse
    /// A newer version of this program created the catalog.
    case newerVersion
    /// A row has a value that the program never writes.
    case damaged
    /// Another state folder has taken the place of the one with the catalog.
    case replaced
    case system(Errno)

    init(_ error: FileLockError) {
        switch error {
        case .inUse: self = .inUse
        case .system(let error): self = .system(error.errno)
        }
    }

    var description: String { Language.english.text(message) }

    var message: Message {
        switch self {
        case .inUse: Message("another server uses it")
        case .newerVersion: Message("a newer version of this program wrote it")
        case .damaged: Message("it is damaged")
        case .replaced: Message("another state folder has taken its place; restart the server")
        case .system(let errno): Message(verbatim: errno.description)
        }
    }
}

extension DatabaseError {
    /// Whether the file is damaged or isn't a database.
    var isDamage: Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode)
    }

    /// Whether the disk can't be written to.
    var isOfTheDisk: Bool {
        [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(resultCode)
    }
}
