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
        let wanted = Array(entityTag.utf8)
        let bytes = Array(value.utf8)
        var rest = bytes[...]
        func skipSeparators() {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
        }
        skipSeparators()
        if rest.first == UInt8(ascii: "*") { return rest.dropFirst().allSatisfy { $0 == 0x20 || $0 == 0x09 } }
        while !rest.isEmpty {
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else {
                return false
            }
            if !(isStrong && isWeak), rest[...end].elementsEqual(wanted) { return true }
            rest = rest[(end + 1)...]
            skipSeparators()
        }
        return false
    }
}
