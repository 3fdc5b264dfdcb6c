import Foundation

/// The use case "Load activity": others' comments and reactions where a person takes part, and others' photos.
struct LoadActivity: Sendable {
    static let maximumCount = 50

    private struct Key: Hashable {
        let person: String
        let isOwner: Bool
    }

    let photos: any PublishedPhotos
    let friends: any FriendsStore
    /// Each page of the feed needs the number of the last event.
    private let recent = RecentAnswers<String, Key, [ActivityEvent]>(maximum: 20_000)

    /// Returns the newest events, newest first; none for a reader without a name.
    func callAsFunction(for requester: Requester) throws(FriendsError) -> [ActivityEvent] {
        guard let person = requester.person else { return [] }
        let isOwner = requester.scopes.contains(.admin)
        // Read first, so the events are at least as new.
        let version = "\(friends.state.name)-\(friends.state.change)-\(photos.version.text)"
        let key = Key(person: person.id, isOwner: isOwner)
        if let events = recent.answer(for: key, at: version) { return events }
        let all = try friends.read { try $0.activity(of: person, ownsFolder: isOwner) }
        // Not in the transaction above: a photo may be in the same database.
        var (events, isSeen): ([ActivityEvent], [UUID: Bool]) = ([], [:])
        for event in all {
            // The earlier photos of an act may come after everything else.
            var act: Int?
            if case .post(_?, _) = event.kind { act = events.firstIndex { $0.isTogether(with: event) } }
            guard act != nil || events.count < Self.maximumCount else { continue }
            if isSeen[event.photo] == nil { isSeen[event.photo] = try photos.contains(event.photo) }
            guard isSeen[event.photo] == true else { continue }
            if let act, case .post(let group, let count) = events[act].kind {
                events[act].kind = .post(group: group, count: count + 1)
            } else {
                events.append(event)
            }
        }
        recent.insert(events, for: key, at: version, size: events.count + 1)
        return events
    }
}
