import HTTPTypes

/// Evaluates the `If-Match` and `If-None-Match` fields of a request (RFC 9110, 13.1.1 and 13.1.2).
enum EntityTagCondition {
    /// Returns whether `If-Match`, if given, matches the entity tag by strong comparison.
    static func isExpected(_ fields: HTTPFields, entityTag: String) -> Bool {
        guard let value = fields[.ifMatch] else { return true }
        return matches(value, entityTag: entityTag, isStrong: true)
    }

    /// Returns whether `If-None-Match` matches the entity tag by weak comparison, so the client already has the
    /// representation, unless `If-Match`, which comes first, doesn't.
    static func isFresh(_ fields: HTTPFields, entityTag: String) -> Bool {
        guard isExpected(fields, entityTag: entityTag), let value = fields[.ifNoneMatch] else { return false }
        return value == entityTag || matches(value, entityTag: entityTag)
    }

    /// Returns whether a field's value is `*` or contains the entity tag.
    ///
    /// A malformed list is read up to its first error.
    /// - Parameter isStrong: Whether weak entity tags never match.
    static func matches(_ value: String, entityTag: String, isStrong: Bool = false) -> Bool {
        if value.wholeMatch(of: /[ \t,]*\*[ \t]*/) != nil { return true }
        var rest = value[...]
        while let tag = rest.prefixMatch(of: /[ \t,]*(W\/)?("[^"]*")/) {
            if !(isStrong && tag.1 != nil), tag.2 == entityTag { return true }
            rest = rest[tag.range.upperBound...]
        }
        return false
    }
}
