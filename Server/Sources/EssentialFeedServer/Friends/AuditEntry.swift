import Foundation
import GRDB

struct AuditEntry: Hashable, Sendable {
    enum Action: String, Sendable {
        case hideComment = "hide comment", showComment = "show comment", deleteComment = "delete comment"
        case hidePhoto = "hide photo", showPhoto = "show photo", closeComments = "close comments"
        case openComments = "open comments", removePerson = "remove person", deletePhoto = "delete photo"
        case renamePerson = "change name", linkDevice = "link device"
    }

    let date: Date
    let person: Person
    let action: Action
    /// The id of the comment or the photo, or the name of the person.
    let target: String
}

extension AuditEntry {
    /// Returns `nil` for a line of an action that this version doesn't support.
    init?(_ row: Row) {
        guard let action = Action(rawValue: row[3]) else { return nil }
        self.init(
            date: Date(milliseconds: row[0]), person: Person(id: row[1], name: row[2]), action: action, target: row[4])
    }
}
