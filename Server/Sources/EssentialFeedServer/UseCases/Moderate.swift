import Foundation

/// The use case "Moderate": the owner hides a comment or a photo, closes the comments on a photo, or undoes this. Each
/// change is a line in the audit log.
struct Moderate: Sendable {
    enum Change: Hashable, Sendable {
        case comment(UUID, isHidden: Bool)
        case photo(UUID, isHidden: Bool)
        case comments(on: UUID, areClosed: Bool)
    }

    /// The most lines of the audit log that are read.
    static let maximumLines = 1_000

    /// Returns whether the folder has a photo, which may be hidden; blocks.
    let isInFolder: @Sendable (UUID) throws -> Bool
    let friends: any FriendsStore
    let now: @Sendable () -> Date

    /// Does nothing if it is so already.
    func callAsFunction(_ change: Change, by requester: Requester) throws(FriendsError) {
        let person = try requester.permitted(.admin)
        switch change {
        case .photo(let id, _), .comments(let id, _):
            guard try FriendsError.wrapping({ try isInFolder(id) }) else { throw .noSuchPhoto }
        case .comment: break
        }
        try friends.write(by: requester, may: .admin) { transaction in
            let (action, target): (AuditEntry.Action, UUID)
            switch change {
            case .comment(let id, let isHidden):
                guard let comment = try transaction.comment(id)?.comment else { throw FriendsError.noSuchComment }
                guard comment.isHidden != isHidden else { return }
                try transaction.hide(isHidden, comment: id)
                (action, target) = (isHidden ? .hideComment : .showComment, id)
            case .photo(let id, let isHidden):
                var state = try transaction.state(of: id)
                guard state.isHidden != isHidden else { return }
                state.isHidden = isHidden
                try transaction.set(state, of: id)
                (action, target) = (isHidden ? .hidePhoto : .showPhoto, id)
            case .comments(let id, let areClosed):
                var state = try transaction.state(of: id)
                guard state.isClosed != areClosed else { return }
                state.isClosed = areClosed
                try transaction.set(state, of: id)
                (action, target) = (areClosed ? .closeComments : .openComments, id)
            }
            try transaction.record(
                AuditEntry(date: now(), person: person, action: action, target: target.uuidString))
        }
    }
}
