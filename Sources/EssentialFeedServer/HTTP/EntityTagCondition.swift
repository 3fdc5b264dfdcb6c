import HTTPTypes

/// The `If-Match` and `If-None-Match` of a request (RFC 9110, 13.1.1 and 13.1.2).
enum EntityTagCondition {
    /// Whether the representation with the tag is one that the client would take: there is no `If-Match`, or one that
    /// names the tag, compared strongly, in a list, or by `*`.
    static func isExpected(_ fields: HTTPFields, entityTag: String) -> Bool {
        guard let value = fields[.ifMatch] else { return true }
        return matches(value, entityTag: entityTag, isStrong: true)
    }

    /// Whether the client has the representation with the tag: compared weakly, in a list, or by `*`.
    ///
    /// A list that is malformed counts up to its fault.
    static func isFresh(_ fields: HTTPFields, entityTag: String) -> Bool {
        guard let value = fields[.ifNoneMatch] else { return false }
        return value == entityTag || matches(value, entityTag: entityTag)
    }

    /// - Parameter isStrong: whether a weak tag never matches.
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
