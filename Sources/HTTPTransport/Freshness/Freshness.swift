public import Foundation
package import HTTPTypes

/// How long stored bytes stay fresh, and how to ask the server whether they are still current (RFC 9111).
///
/// The cache is a private one, so `s-maxage`, `public`, `private` and `proxy-revalidate` have no effect. An app that
/// works offline shows stale pictures anyway, as if each of its requests said `max-stale`; `stale-while-revalidate` adds
/// nothing to that. Foundation's URL cache follows other rules, and its implementation on Linux needs
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

        /// The bytes never change, so the server is never asked again, not even after the lifetime that RFC 8246 ties
        /// this rule to.
        public static let immutable = Rules(rawValue: 1)
        /// The server must be asked before stale bytes are used.
        public static let mustRevalidate = Rules(rawValue: 2)
        /// The server must be asked before each use.
        public static let noCache = Rules(rawValue: 4)
    }

    /// What may be done with stored bytes.
    public enum Use: Hashable, Sendable {
        /// The bytes are used, and the server isn't asked.
        case use
        /// The bytes are used at once, and the server is asked meanwhile.
        case useAndRevalidate
        /// The server is asked before the bytes are used.
        case revalidateFirst
    }

    /// The lifetime of bytes about which the server said nothing, in seconds: one day.
    public static let heuristicLifetime: TimeInterval = 86_400
    /// The bounds of the lifetime of bytes for which only the date of the last change is known, in seconds: an hour and
    /// a week. Within them, the lifetime is a tenth of the time since the change.
    public static let heuristicBounds: ClosedRange<TimeInterval> = 3600...604_800

    /// The entity tag, strong or weak, or `nil` if the response had no valid one.
    public let entityTag: String?
    /// The value of the `Last-Modified` field, or `nil` if the response had no valid one.
    public let lastModified: String?
    /// The rules that the server set.
    public let rules: Rules
    /// How long the bytes are current after the server made the response, in seconds.
    public let lifetime: TimeInterval
    /// How long stale bytes may be used after an error of the server, in seconds; 0 unless the server said otherwise.
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

    /// The freshness of bytes that were stored without one. Such bytes are stale.
    public static let unknown = Freshness(
        lifetime: 0, receivedAt: .distantPast, freshUntil: .distantPast)

    /// Returns what may be done with the bytes at a point in time.
    ///
    /// Bytes that arrived in the future, by more than ``ClockTolerance``, are stale: the clock was wrong.
    public func use(at now: Date) -> Use {
        if rules.contains(.noCache) { return .revalidateFirst }
        if rules.contains(.immutable) { return .use }
        if now < freshUntil, !ClockTolerance.isAhead(receivedAt, of: now) { return .use }
        return rules.contains(.mustRevalidate) ? .revalidateFirst : .useAndRevalidate
    }

    /// Returns whether the bytes may be used after the server, which had to be asked first, answered with an error.
    ///
    /// They may always be used if the server can't be reached at all: this app works offline, and showing an error
    /// instead, as RFC 9111 demands, would take saved pictures away.
    public func mayBeUsedAfterServerError(at now: Date) -> Bool {
        if rules.contains(.mustRevalidate) { return false }
        return !rules.contains(.noCache) || now < freshUntil + staleIfError
    }

    /// Returns whether requests for both would be conditional on the same state of the resource.
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
