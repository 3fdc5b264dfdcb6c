enum FeedFormat: CaseIterable {
    /// The format of the API contract.
    case contract
    /// Atom (RFC 4287).
    case atom

    var path: String {
        switch self {
        case .contract: "/feed"
        case .atom: "/feed.atom"
        }
    }

    var mediaType: String {
        switch self {
        case .contract: "application/json"
        case .atom: "application/atom+xml"
        }
    }

    /// Distinguishes the entity tags of a page in different formats.
    var tagSuffix: String {
        switch self {
        case .contract: ""
        case .atom: ".atom"
        }
    }
}
