/// How one can react to a photo. A short list, because free emoji have many spellings and need moderation.
enum Reaction: String, CaseIterable, Sendable {
    case heart, thumbsUp = "thumbs-up", laugh, wow, sad, party
}
