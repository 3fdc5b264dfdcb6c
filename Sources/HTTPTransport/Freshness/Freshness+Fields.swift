public import Foundation
public import HTTPTypes

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
