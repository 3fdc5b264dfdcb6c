import EssentialFeed
import Foundation
import HTTPTypes

/// The formats of a page of the feed.
enum FeedFormat: CaseIterable {
    /// The format of the API contract.
    case contract
    /// JSON Feed 1.1.
    case json
    /// Atom (RFC 4287).
    case atom

    var path: String {
        switch self {
        case .contract: "/feed"
        case .json: "/feed.json"
        case .atom: "/feed.atom"
        }
    }

    var mediaType: String {
        switch self {
        case .contract: "application/json"
        case .json: "application/feed+json"
        case .atom: "application/atom+xml"
        }
    }

    /// Distinguishes the entity tags of a page in different formats.
    var tagSuffix: String { String(path.dropFirst(FeedFormat.contract.path.count)) }
}

/// The URLs of pages, for links to the next page and to the same page in other formats.
struct FeedPageAddresses: Sendable {
    /// The server's base URL, without user info.
    let base: String

    func address(_ format: FeedFormat, _ query: FeedPageQuery) -> String {
        base + format.path + query.text
    }

    /// Returns the value of a `Link` field (RFC 8288).
    /// - Parameter next: The last image of the page, if another page follows.
    func link(_ format: FeedFormat, _ query: FeedPageQuery, next: UUID?) -> String {
        let next = next.map { "<\(address(format, query.next(after: $0)))>; rel=\"next\"" }
        let others = FeedFormat.allCases.filter { $0 != format && $0 != .contract }
        let alternates = others.map {
            "<\(address($0, query))>; rel=\"alternate\"; type=\"\($0.mediaType)\""
        }
        return ((next.map { [$0] } ?? []) + alternates).joined(separator: ", ")
    }
}

extension HTTPField.Name {
    // The name is valid, so the initializer succeeds.
    static let link = HTTPField.Name("Link")!
}
