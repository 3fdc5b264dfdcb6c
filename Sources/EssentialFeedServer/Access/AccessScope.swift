/// What a token permits.
public enum AccessScope: String, CaseIterable, Codable, Hashable, Sendable {
    /// Reading the feed, its comments and its images.
    case read
}
