/// Who may read a feed.
enum AccessRule: Hashable, Sendable {
    /// Everyone, even after tokens have been created.
    case everybody
    /// Everyone until the first token is created, then only its holders.
    case everybodyUntilInvitation
    /// Token holders only.
    case invited
}
