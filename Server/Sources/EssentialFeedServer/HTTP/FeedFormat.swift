enum FeedFormat: CaseIterable {
    /// The format of the API contract.
    case contract
    /// Atom (RFC 4287).
    case atom

    var path: String { self == .atom ? "/feed.atom" : "/feed" }

    var mediaType: String { self == .atom ? "application/atom+xml" : "application/json" }
}
