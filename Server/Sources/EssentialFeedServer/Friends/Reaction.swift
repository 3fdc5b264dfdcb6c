/// How one can react to a photo. A short list, because free emoji have many spellings and need moderation.
enum Reaction: String, CaseIterable, Sendable {
    case heart, thumbsUp = "thumbs-up", laugh, wow, sad, party
}

struct PhotoReaction: Hashable, Sendable {
    let reaction: Reaction
    /// In the order in which they reacted.
    let people: [Person]
}
