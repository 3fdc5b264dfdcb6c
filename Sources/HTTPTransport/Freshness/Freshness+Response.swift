public import Foundation

extension Freshness {
    /// Reads `Cache-Control`, `Expires`, `Date`, `Age`, `ETag`, `Last-Modified` and `Vary` of an answer with status 200.
    /// - Parameters:
    ///   - requestedAt: when the request went; the time until the answer counts as age (RFC 9111, 4.2.3).
    ///   - receivedAt: when the answer came.
    /// - Returns: `nil`: it must not be stored.
    public init?(_ headers: HTTPHeaders, requestedAt: Date, receivedAt: Date) {
        let control = CacheControl(headers["Cache-Control"])
        // The status 200 is understood, and for those who understand it `must-understand` takes `no-store` back.
        guard !control.contains("no-store") || control.contains("must-understand") else { return nil }
        var rules: Rules = []
        if control.contains("immutable") { rules.insert(.immutable) }
        if control.contains("must-revalidate") { rules.insert(.mustRevalidate) }
        // Some fields of `no-cache="field"` alone would have to be asked for; all may be (RFC 9111, 5.2.2.4).
        if control.contains("no-cache") || headers["Vary"]?.contains("*") == true { rules.insert(.noCache) }
        let date = headers["Date"].flatMap(HTTPDate.date(from:)) ?? receivedAt
        let lifetime = Self.lifetime(headers, control, rules, date: date)
        self.init(
            entityTag: EntityTag(headers["ETag"])?.text,
            lastModified: headers["Last-Modified"].flatMap { HTTPDate.date(from: $0) == nil ? nil : $0 },
            rules: rules,
            lifetime: lifetime,
            staleIfError: TimeInterval(control.seconds("stale-if-error") ?? 0),
            receivedAt: receivedAt,
            freshUntil: receivedAt + lifetime - Self.age(headers, requestedAt: requestedAt, receivedAt: receivedAt))
    }

    /// After the server said, by an answer with status 304, that the bytes are current. The validators stay; what the
    /// answer does not say about freshness stays too, counted anew.
    /// - Returns: `nil`: they must not be stored any more.
    package func renewed(by headers: HTTPHeaders, requestedAt: Date, receivedAt: Date) -> Freshness? {
        let saysMore = headers["Cache-Control"] != nil || headers["Expires"] != nil
        var merged = headers
        merged["Last-Modified"] = headers["Last-Modified"] ?? lastModified
        guard let new = Freshness(merged, requestedAt: requestedAt, receivedAt: receivedAt) else { return nil }
        let lifetime = saysMore ? new.lifetime : lifetime
        return Freshness(
            entityTag: entityTag, lastModified: lastModified,
            rules: saysMore ? new.rules : rules,
            lifetime: lifetime,
            staleIfError: saysMore ? new.staleIfError : staleIfError,
            receivedAt: receivedAt,
            freshUntil: receivedAt + lifetime - Self.age(headers, requestedAt: requestedAt, receivedAt: receivedAt))
    }

    /// Whether an answer with status 304 speaks of these bytes (RFC 9111, 4.3.4).
    package func isConfirmed(by headers: HTTPHeaders) -> Bool {
        guard entityTag != nil || lastModified != nil else { return false }
        guard let asked = EntityTag(entityTag), let told = EntityTag(headers["ETag"]), asked.isStrong, told.isStrong
        else { return true }
        return asked == told
    }

    /// RFC 9111, 4.2.1 and 4.2.2.
    private static func lifetime(
        _ headers: HTTPHeaders, _ control: CacheControl, _ rules: Rules, date: Date
    ) -> TimeInterval {
        if let seconds = control.seconds("max-age") { return TimeInterval(seconds) }
        if let expires = headers["Expires"] {
            // What is no date, `0` above all, is in the past.
            return HTTPDate.date(from: expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        if rules.contains(.noCache) { return 0 }
        guard let changed = headers["Last-Modified"].flatMap(HTTPDate.date(from:)) else {
            return heuristicLifetime
        }
        return min(max(date.timeIntervalSince(changed) / 10, heuristicBounds.lowerBound), heuristicBounds.upperBound)
    }

    /// How old the answer was when it came (RFC 9111, 4.2.3).
    private static func age(_ headers: HTTPHeaders, requestedAt: Date, receivedAt: Date) -> TimeInterval {
        let date = headers["Date"].flatMap(HTTPDate.date(from:)) ?? receivedAt
        let told = headers["Age"]?.split(separator: ",").first.flatMap {
            CacheControl.seconds($0.trimmingCharacters(in: .whitespaces))
        }
        let delay = max(0, receivedAt.timeIntervalSince(requestedAt))
        return max(0, receivedAt.timeIntervalSince(date), TimeInterval(told ?? 0) + delay)
    }
}
