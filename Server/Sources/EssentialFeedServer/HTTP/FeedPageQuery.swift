import EssentialFeed
import Foundation

/// The parameters of a feed request. Unknown ones are ignored, because proxies and later clients may add them.
struct FeedPageQuery: Hashable, Sendable {
    static let maximumLimit = 100

    private(set) var limit = FeedQuery.defaultLimit
    private(set) var cursor: UUID?

    init() {}

    /// - Parameter text: The query of the URL, without the question mark; empty if the URL has none.
    init(_ text: some StringProtocol) throws(Problem) {
        let fields = FormFields(text)
        if let text = try fields.single(FeedQuery.limitName, or: Problem.repeatedParameter) {
            limit = try Self.limit(text)
        }
        if let text = try fields.single(FeedQuery.cursorName, or: Problem.repeatedParameter) {
            guard let id = UUID(exactly: text) else { throw .badCursor }
            cursor = id
        }
    }

    /// The query with its question mark; empty for the first page with the default limit.
    var text: String {
        let limit = limit == FeedQuery.defaultLimit ? nil : "\(FeedQuery.limitName)=\(limit)"
        let cursor = cursor.map { "\(FeedQuery.cursorName)=\($0.uuidString)" }
        let text = [limit, cursor].compactMap { $0 }.joined(separator: "&")
        return text.isEmpty ? "" : "?" + text
    }

    func next(after id: UUID?) -> FeedPageQuery {
        var query = self
        query.cursor = id
        return query
    }

    /// Returns the limit, lowered to the maximum. A number that `Int` can't hold counts as the maximum.
    private static func limit(_ text: String) throws(Problem) -> Int {
        let digits = text.drop { $0 == "0" }
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { throw .badLimit }
        return min(Int(digits) ?? maximumLimit, maximumLimit)
    }
}

extension Problem {
    static let badLimit = badRequest("limit must be a whole number of at least 1, in decimal digits")
    static let badCursor = badRequest("after_id must be the id of an image")
    static let badMonth = badRequest("month must be a year and a month, such as 2026-05")
    static let repeatedParameter = badRequest("limit and after_id can be given only once each")
}
