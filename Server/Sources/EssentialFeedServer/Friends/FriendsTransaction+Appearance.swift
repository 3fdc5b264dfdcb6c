import Foundation
import GRDB

/// What the owner has set on the page of the people.
extension FriendsTransaction {
    /// - Parameters:
    ///   - accent: `nil` for the usual colour.
    ///   - cover: The photo above the feed; `nil` for none.
    func set(accent: AccentColour?, cover: UUID?) throws {
        try run("UPDATE friends SET accent = ?, cover = ?", [accent?.text, cover])
    }
}
