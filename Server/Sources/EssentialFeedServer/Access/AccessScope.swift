/// The permissions of a token.
public enum AccessScope: String, CaseIterable, Codable, Hashable, Sendable {
    /// Reading the feed, its comments and its images.
    case read
}
