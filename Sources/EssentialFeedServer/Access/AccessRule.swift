/// Who may read a feed.
enum AccessRule: Hashable, Sendable {
    /// Everybody, also once somebody has a token.
    case everybody
    /// Everybody until the first token is made, then those who have one.
    case everybodyUntilInvitation
    /// Those who have a token.
    case invited
}
