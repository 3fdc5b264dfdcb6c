import Foundation

/// Where the user was in a server's feed, to be restored at the next start.
package struct FeedPlace: Hashable, Codable, Sendable {
    /// The maximum number of remembered images. If the first one has left the feed, the next takes its place.
    private static let maximumImages = 30

    /// The images from the top of the screen; empty if the feed isn't scrolled.
    package private(set) var images: [FeedImage.ID] = []
    /// The part of the first image's card that was above the top of the screen, from 0 to 1.
    package private(set) var passed = 0.0
    package var viewed: FeedImage.ID?
    package var commented: FeedImage.ID?

    package init() {}

    package init(top: FeedImage.ID?, passed: Double, in rows: [FeedImage]) {
        guard let top, let position = rows.firstIndex(where: { $0.id == top }) else { return }
        images = rows[position...].prefix(Self.maximumImages).map(\.id)
        self.passed = Self.part(passed)
    }

    /// Decodes each value separately; an unreadable value counts as missing.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        images = Array((values.usable([FeedImage.ID].self, .images) ?? []).prefix(Self.maximumImages))
        passed = Self.part(values.usable(Double.self, .passed) ?? 0)
        viewed = values.usable(FeedImage.ID.self, .viewed)
        commented = values.usable(FeedImage.ID.self, .commented)
    }

    private static func part(_ number: Double) -> Double { number > 0 ? min(number, 1) : 0 }

    /// A card, and how much of it is above the top of the screen.
    package struct Card: Hashable, Sendable {
        package let id: FeedImage.ID
        package let passed: Double

        package init(id: FeedImage.ID, passed: Double) {
            self.id = id
            self.passed = passed
        }
    }

    /// Returns the card at the top of the screen: the card of the first remembered image that the feed still has.
    /// Returns `nil` for the top of the feed.
    package func card(in rows: [FeedImage]) -> Card? {
        guard let wanted = images.first else { return nil }
        let known = Set(rows.map(\.id))
        guard let id = images.first(where: known.contains) else { return nil }
        let card = Card(id: id, passed: id == wanted ? passed : 0)
        return id == rows.first?.id && card.passed == 0 ? nil : card
    }
}

/// Restores the user's place from the last session, once, in the first feed displayed.
struct SavedPlaceState {
    var place: FeedPlace?
    /// Whether the screen shows a place from the last session and the server hasn't answered yet.
    private(set) var isShown = false

    mutating func restore(in list: FeedListState) -> [FeedScreenState.Action] {
        guard let place else { return [] }
        self.place = nil
        var actions: [FeedScreenState.Action] = []
        if let card = place.card(in: list.rows) { actions.append(.scroll(to: card)) }
        let (viewed, commented) = (place.viewed.flatMap(list.row), place.commented.flatMap(list.row))
        if viewed != nil || commented != nil { actions.append(.reopen(viewed: viewed, commented: commented)) }
        isShown = !actions.isEmpty
        return actions
    }

    mutating func leave() { isShown = false }
}
