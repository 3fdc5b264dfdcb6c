public import Foundation
package import HTTPTypes

/// How long stored bytes stay fresh, and how to ask the server whether they are still current (RFC 9111).
///
/// The cache is private, so `s-maxage`, `public`, `private` and `proxy-revalidate` have no effect. The app works
/// offline and shows stale pictures anyway, as if each request had `max-stale`, so `stale-while-revalidate` adds
/// nothing. Foundation's URL cache follows different rules, and its implementation on Linux requires
/// FoundationNetworking.
public struct Freshness: Hashable, Sendable {
    /// The rules that the server sets in addition to a lifetime.
    public struct Rules: OptionSet, Hashable, Sendable {
        /// The rules as a bit set.
        public let rawValue: Int

        /// Creates rules from a bit set.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The bytes never change, so the server is never asked again, even after the lifetime to which RFC 8246 limits
        /// this rule.
        public static let immutable = Rules(rawValue: 1)
        /// The server must be asked before stale bytes are used.
        public static let mustRevalidate = Rules(rawValue: 2)
        /// The server must be asked before each use.
        public static let noCache = Rules(rawValue: 4)
    }

    /// How stored bytes may be used.
    public enum Use: Hashable, Sendable {
        /// The bytes are used, and the server isn't asked.
        case use
        /// The bytes are used at once and revalidated in the background.
        case useAndRevalidate
        /// The server is asked before the bytes are used.
        case revalidateFirst
    }

    /// The lifetime, in seconds, if the server says nothing about freshness: one day.
    public static let heuristicLifetime: TimeInterval = 86_400
    /// The bounds of the lifetime, in seconds, if only the date of the last change is known: an hour and a week. Within
    /// them, the lifetime is a tenth of the time since the change.
    public static let heuristicBounds: ClosedRange<TimeInterval> = 3600...604_800

    /// The entity tag, strong or weak, or `nil` if the response had no valid one.
    public let entityTag: String?
    /// The value of the `Last-Modified` field, or `nil` if the response had no valid one.
    public let lastModified: String?
    /// The rules that the server set.
    public let rules: Rules
    /// How long the bytes stay fresh after the server generated the response, in seconds.
    public let lifetime: TimeInterval
    /// How long stale bytes may be used after a server error, in seconds; 0 unless the server says otherwise.
    public let staleIfError: TimeInterval
    /// When the response arrived.
    public let receivedAt: Date
    /// When the bytes become stale.
    public let freshUntil: Date

    /// Creates the freshness of stored bytes. The durations are in seconds.
    public init(
        entityTag: String? = nil, lastModified: String? = nil, rules: Rules = [], lifetime: TimeInterval,
        staleIfError: TimeInterval = 0, receivedAt: Date, freshUntil: Date
    ) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.rules = rules
        self.lifetime = lifetime
        self.staleIfError = staleIfError
        self.receivedAt = receivedAt
        self.freshUntil = freshUntil
    }

    /// The freshness of bytes stored without one. Such bytes are stale.
    public static let unknown = Freshness(
        lifetime: 0, receivedAt: .distantPast, freshUntil: .distantPast)

    /// Returns how the bytes may be used at a point in time.
    ///
    /// Bytes that arrived more than ``ClockTolerance`` in the future are stale, because the clock was wrong.
    public func use(at now: Date) -> Use {
        if rules.contains(.noCache) { return .revalidateFirst }
        if rules.contains(.immutable) { return .use }
        if now < freshUntil, !ClockTolerance.isAhead(receivedAt, of: now) { return .use }
        return rules.contains(.mustRevalidate) ? .revalidateFirst : .useAndRevalidate
    }

    /// Returns whether the bytes may be used after the server had to be asked first and responded with an error.
    ///
    /// If the server can't be reached at all, the bytes may always be used. RFC 9111 requires an error instead, but the
    /// app works offline, and an error would hide saved pictures.
    public func mayBeUsedAfterServerError(at now: Date) -> Bool {
        if rules.contains(.mustRevalidate) { return false }
        return !rules.contains(.noCache) || now < freshUntil + staleIfError
    }

    /// Returns whether conditional requests for both would have the same fields.
    public func hasSameConditionalFields(as other: Freshness) -> Bool {
        entityTag == other.entityTag && lastModified == other.lastModified
    }

    /// The fields that make a request conditional; empty if neither an entity tag nor a date is known.
    package var conditionalFields: HTTPFields {
        var fields = HTTPFields()
        fields[.ifNoneMatch] = entityTag
        fields[.ifModifiedSince] = lastModified
        return fields
    }
}
