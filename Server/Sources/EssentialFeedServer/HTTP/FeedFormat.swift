enum FeedFormat: CaseIterable {
    /// The format of the API contract.
    case contract
    /// Atom (RFC 4287).
    case atom

    var path: String { "/feed" + suffix }

    var mediaType: String { self == .atom ? "application/atom+xml" : "application/json" }

    /// Distinguishes the paths, and the entity tags of a page, in different formats.
    var suffix: String { self == .atom ? ".atom" : "" }
}
