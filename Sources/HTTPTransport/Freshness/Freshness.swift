public import Foundation

/// How long stored bytes of an image are current, and what asks the server whether they still are (N033, RFC 9111).
///
/// The cache is a private one: `s-maxage`, `public`, `private` and `proxy-revalidate` say nothing to it. A reader that
/// works without a connection permits stale pictures of its own accord, as if each of its requests said `max-stale`;
/// `stale-while-revalidate` therefore permits what is done anyway.
public struct Freshness: Hashable, Sendable {
    /// What the server demands beyond a time.
    public struct Rules: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Is never asked for again (N033), also after the time for which RFC 8246 says so.
        public static let immutable = Rules(rawValue: 1)
        /// Must be asked for once the time is over.
        public static let mustRevalidate = Rules(rawValue: 2)
        /// Must always be asked for.
        public static let noCache = Rules(rawValue: 4)
    }

    /// What may be done with stored bytes.
    public enum Use: Hashable, Sendable {
        case use
        /// They are shown at once, and the server is asked behind.
        case useAndRevalidate
        /// The server is asked before they are shown.
        case revalidateFirst
    }

    /// A clock that was ahead by more than this when the bytes came makes them due (as N004).
    public static let clockTolerance: TimeInterval = 300
    /// Of bytes about which the server said nothing at all: seconds.
    public static let heuristicLifetime: TimeInterval = 86_400
    /// Where the server said only when the image was last changed, a tenth of the time since then, within these bounds.
    public static let heuristicBounds: ClosedRange<TimeInterval> = 3600...604_800

    /// The `ETag`, strong or weak; `nil` where there is none, or none that is one.
    public let entityTag: String?
    /// The `Last-Modified` date, as it came.
    public let lastModified: String?
    public let rules: Rules
    /// How many seconds the bytes are current from when the server made the answer.
    public let lifetime: TimeInterval
    /// How many seconds after the end of their time bytes may be used whose server fails; 0 unless it says so.
    public let staleIfError: TimeInterval
    /// When the server's answer came.
    public let receivedAt: Date
    /// When the bytes are due.
    public let freshUntil: Date

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

    /// Of bytes that were stored without: they are due.
    public static let unknown = Freshness(
        lifetime: 0, receivedAt: .distantPast, freshUntil: .distantPast)

    /// What to do with the bytes at a time.
    public func use(at now: Date) -> Use {
        if rules.contains(.noCache) { return .revalidateFirst }
        if rules.contains(.immutable) { return .use }
        if now < freshUntil, receivedAt <= now + Self.clockTolerance { return .use }
        return rules.contains(.mustRevalidate) ? .revalidateFirst : .useAndRevalidate
    }

    /// Whether the bytes may be shown when the server that should have been asked first answers that it fails.
    ///
    /// Where no answer comes at all they always may: this is a reader that works without a connection, and RFC 9111's
    /// demand to show an error instead would take a friend's saved picture away.
    public func mayBeUsedAfterServerError(at now: Date) -> Bool {
        if rules.contains(.mustRevalidate) { return false }
        return !rules.contains(.noCache) || now < freshUntil + staleIfError
    }

    /// Whether both speak of the same bytes, as far as the server said what they are known by.
    public func hasSameValidators(as other: Freshness) -> Bool {
        entityTag == other.entityTag && lastModified == other.lastModified
    }

    /// What makes a request a conditional one; empty where there is no validator.
    package var conditions: HTTPHeaders {
        var headers = HTTPHeaders()
        headers["If-None-Match"] = entityTag
        headers["If-Modified-Since"] = lastModified
        return headers
    }
}
