/// Restores the user's place at the end of the last session in the first feed that contains it.
struct SavedPlaceState {
    private var place: FeedPlace?
    /// Whether the screen shows a place from the last session and the server hasn't answered yet.
    private(set) var isShown = false

    /// - Parameter place: The place; `nil` if it isn't known yet.
    init(_ place: FeedPlace?) {
        self.place = place
    }

    /// Sets the place, which has been read after the screen was created.
    mutating func found(_ place: FeedPlace) { self.place = place }

    /// Returns to the place in the first displayed feed.
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

    /// Forgets the place, because the server has answered or the user has left the place.
    mutating func leave() { isShown = false }
}
