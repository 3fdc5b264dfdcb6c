import EssentialFeed

struct PageReaction {
    let name: String
    let emoji: String
    /// The reaction, how many people chose it, and their names, for screen readers.
    let label: String
    let people: String
    let count: Int
    let isOwn: Bool
    let isUsed: Bool

    init(_ reaction: Reaction, by people: [Person], _ reader: Person?, in place: PagePlace) {
        let texts: (emoji: String, name: PageText) =
            switch reaction {
            case .heart: ("❤️", .heart)
            case .thumbsUp: ("👍", .thumbsUp)
            case .laugh: ("😂", .laugh)
            case .wow: ("😮", .wow)
            case .sad: ("😢", .sad)
            case .party: ("🎉", .party)
            }
        name = reaction.rawValue
        emoji = texts.emoji
        count = people.count
        isUsed = count > 0
        isOwn = people.contains { $0.id == reader?.id }
        self.people = people.map { PlainText.clean(PresentedText.limited($0.name)) }.joined(separator: ", ")
        label = [place.language.text(texts.name), count > 0 ? "\(count)" : "", self.people]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
