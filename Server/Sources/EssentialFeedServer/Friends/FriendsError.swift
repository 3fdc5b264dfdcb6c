import Foundation
import GRDB
import SystemPackage

/// The reason a friend's request is refused or fails.
enum FriendsError: Error, Hashable {
    case notPermitted(AccessScope)
    case noSuchPhoto
    case noSuchComment
    case noSuchReaction
    case noSuchPost
    case notOwn
    /// The person's access has ended since the request began.
    case ended
    /// The owner has closed the comments on the photo.
    case closed
    /// The id belongs to another comment or photo.
    case different
    case deleted
    /// Everything is deleted, but a reader of the database still needs the log, which has the text.
    case notErased
    /// Everything is deleted, but a file of a deleted photo can't be removed. The reason is logged, but not sent to
    /// friends.
    case notRemoved(photo: UUID, reason: String)
    case unusable(PhotoFault)
    case photoTooLarge(StorageLimit)
    case noRoom(StorageLimit)
    case emptyMessage
    case tooLong
    /// - Parameter retryAfter: In seconds.
    case tooMany(WriteLimit, retryAfter: Int)
    case notASubscription
    /// The change number belongs to another database.
    case unknownChange
    case full
    /// The database or the catalog can't be used. The reason is logged, but not sent to friends.
    case unavailable(reason: String)

    init(_ error: any Error) {
        switch error {
        case let error as FriendsError: self = error
        case let error as DatabaseError where error.isDiskFull: self = .full
        case let error as FileError where error.isDiskFull || error == .system(.fileTooLarge): self = .full
        default: self = .unavailable(reason: "\(error)")
        }
    }

    /// Whether everything is deleted, but something of it is still on the disk.
    var isDeletion: Bool {
        switch self {
        case .notErased, .notRemoved: true
        default: false
        }
    }

    /// Runs work that may fail for other reasons.
    static func wrapping<Value>(_ work: () throws -> Value) throws(FriendsError) -> Value {
        do {
            return try work()
        } catch {
            throw FriendsError(error)
        }
    }
}
