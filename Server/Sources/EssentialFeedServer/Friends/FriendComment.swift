import Foundation
import GRDB

struct FriendComment: Hashable, Sendable {
    let id: UUID
    let photo: UUID
    let author: Person
    let message: String
    let writtenAt: Date
    /// Whether the owner has hidden the comment from everyone but its author.
    var isHidden = false
    var isEdited = false
    /// The comment to which it is a reply, on the same photo; `nil` if it is none.
    var replyTo: UUID?
}

extension FriendComment {
    /// - Parameter row: Begins with the id, the photo, the person, their name, the message, when it was written, whether it
    ///   is hidden, when it was edited, and the comment to which it is a reply.
    init(_ row: Row) {
        self.init(
            id: row[0], photo: row[1], author: Person(id: row[2], name: row[3]), message: row[4],
            writtenAt: Date(milliseconds: row[5]), isHidden: row[6],
            isEdited: row[7] as Int64? != nil, replyTo: row[8])
    }
}
