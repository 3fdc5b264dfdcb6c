public import Foundation
public import HTTPTypes

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

/// How much the clocks of two machines, or one clock before and after it was set, may differ.
public enum ClockTolerance {
    /// The largest difference to ignore, in seconds.
    public static let seconds: TimeInterval = 300

    /// Returns whether a date is ahead of the current one by more than the tolerance, so one of the two clocks was
    /// wrong.
    public static func isAhead(_ date: Date, of now: Date) -> Bool {
        date.timeIntervalSince(now) > seconds
    }
}

extension Freshness {
    /// Creates the freshness from the header fields of a response with status 200. Returns `nil` if the response must
    /// not be stored.
    ///
    /// Reads `Cache-Control`, `Expires`, `Date`, `Age`, `ETag`, `Last-Modified` and `Vary`.
    /// - Parameters:
    ///   - fields: The header fields of the response.
    ///   - requestedAt: When the request was sent. The time until the response counts as age (RFC 9111, 4.2.3).
    ///   - receivedAt: When the response arrived.
    public init?(_ fields: HTTPFields, requestedAt: Date, receivedAt: Date) {
        let control = CacheControl(fields[.cacheControl])
        // `must-understand` overrides `no-store` for recipients that understand the status, and status 200 is
        // understood.
        guard !control.contains("no-store") || control.contains("must-understand") else { return nil }
        var rules: Rules = []
        if control.contains("immutable") { rules.insert(.immutable) }
        if control.contains("must-revalidate") { rules.insert(.mustRevalidate) }
        // `no-cache="field"` applies to single fields, but may be treated like `no-cache` (RFC 9111, 5.2.2.4).
        if control.contains("no-cache") || fields[.vary]?.contains("*") == true { rules.insert(.noCache) }
        let date = fields[.date].flatMap(HTTPDate.date(from:)) ?? receivedAt
        let lifetime = Self.lifetime(fields, control, rules, date: date)
        self.init(
            entityTag: EntityTag(fields[.eTag])?.text,
            lastModified: fields[.lastModified].flatMap { HTTPDate.date(from: $0) == nil ? nil : $0 },
            rules: rules,
            lifetime: lifetime,
            staleIfError: TimeInterval(control.seconds("stale-if-error") ?? 0),
            receivedAt: receivedAt,
            freshUntil: receivedAt + lifetime - Self.age(fields, requestedAt: requestedAt, receivedAt: receivedAt))
    }

    /// Returns the freshness after a response with status 304 confirmed the bytes, or `nil` if they may no longer be
    /// stored.
    ///
    /// The entity tag and the date of the last change are kept. If the response says nothing about freshness, the
    /// lifetime and rules are kept too, and the lifetime starts again.
    package func renewed(by fields: HTTPFields, requestedAt: Date, receivedAt: Date) -> Freshness? {
        let statesFreshness = fields.contains(.cacheControl) || fields.contains(.expires)
        var merged = fields
        merged[.lastModified] = fields[.lastModified] ?? lastModified
        guard let new = Freshness(merged, requestedAt: requestedAt, receivedAt: receivedAt) else { return nil }
        let lifetime = statesFreshness ? new.lifetime : lifetime
        return Freshness(
            entityTag: entityTag, lastModified: lastModified,
            rules: statesFreshness ? new.rules : rules,
            lifetime: lifetime,
            staleIfError: statesFreshness ? new.staleIfError : staleIfError,
            receivedAt: receivedAt,
            freshUntil: receivedAt + lifetime - Self.age(fields, requestedAt: requestedAt, receivedAt: receivedAt))
    }

    /// Returns whether a response with status 304 and these fields applies to the stored bytes (RFC 9111, 4.3.4).
    package func isConfirmed(by fields: HTTPFields) -> Bool {
        guard entityTag != nil || lastModified != nil else { return false }
        guard let own = EntityTag(entityTag), let other = EntityTag(fields[.eTag]), own.isStrong, other.isStrong
        else { return true }
        return own == other
    }

    /// Returns the freshness lifetime of the response, in seconds (RFC 9111, 4.2.1 and 4.2.2).
    private static func lifetime(
        _ fields: HTTPFields, _ control: CacheControl, _ rules: Rules, date: Date
    ) -> TimeInterval {
        if let seconds = control.seconds("max-age") { return TimeInterval(seconds) }
        if let expires = fields[.expires] {
            // An invalid date, such as `0`, means the past.
            return HTTPDate.date(from: expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        if rules.contains(.noCache) { return 0 }
        guard let changed = fields[.lastModified].flatMap(HTTPDate.date(from:)) else {
            return heuristicLifetime
        }
        return min(max(date.timeIntervalSince(changed) / 10, heuristicBounds.lowerBound), heuristicBounds.upperBound)
    }

    /// Returns how old the response was when it arrived, in seconds (RFC 9111, 4.2.3).
    private static func age(_ fields: HTTPFields, requestedAt: Date, receivedAt: Date) -> TimeInterval {
        let date = fields[.date].flatMap(HTTPDate.date(from:)) ?? receivedAt
        let stated = fields[.age]?.split(separator: ",").first.flatMap {
            CacheControl.seconds($0.trimmingCharacters(in: .whitespaces))
        }
        let delay = max(0, receivedAt.timeIntervalSince(requestedAt))
        return max(0, receivedAt.timeIntervalSince(date), TimeInterval(stated ?? 0) + delay)
    }
}
