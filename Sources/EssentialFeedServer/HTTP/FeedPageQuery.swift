import EssentialFeed
import Foundation

/// The query of a feed request, checked.
///
/// A parameter given twice is refused, since two readers would take different ones. A parameter that is not known is
/// ignored, so that what proxies and later clients add does no harm.
struct FeedPageQuery: Hashable, Sendable {
    static let maximumLimit = 100

    private(set) var limit = FeedQuery.defaultLimit
    private(set) var cursor: UUID?

    /// What is wrong with a query, in words for the client.
    struct Malformed: Error, Hashable {
        let detail: String

        static let limit = Malformed(detail: "limit must be a whole number from 1 on, in digits")
        static let cursor = Malformed(detail: "after_id must be the id of an image of the feed")
        static let repeated = Malformed(detail: "limit and after_id may each be given once")
    }

    /// - Parameter text: what follows the question mark, or `nil` where there is none.
    init(_ text: some StringProtocol) throws(Malformed) {
        var hasLimit = false
        var hasCursor = false
        for parameter in text.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1] : ""
            switch Self.unescaped(parts[0]) {
            case FeedQuery.limitName:
                if hasLimit { throw .repeated }
                hasLimit = true
                limit = try Self.limit(Self.unescaped(value))
            case FeedQuery.cursorName:
                if hasCursor { throw .repeated }
                hasCursor = true
                guard let id = Self.unescaped(value).flatMap(UUID.init(uuidString:)) else { throw .cursor }
                cursor = id
            default: continue
            }
        }
    }

    /// Numbers of any length are numbers; above the most there is, the most counts.
    private static func limit(_ text: String?) throws(Malformed) -> Int {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .limit }
        let digits = text.drop { $0 == "0" }
        guard !digits.isEmpty else { throw .limit }
        return min(Int(digits) ?? maximumLimit, maximumLimit)
    }

    /// `nil`: an escape is broken.
    private static func unescaped(_ text: some StringProtocol) -> String? {
        text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : String(text)
    }
}
