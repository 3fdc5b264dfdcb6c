import HTTPTypes

/// Evaluates the `Range` and `If-Range` fields of a `GET` request (RFC 9110, 13.1.5 and 14.2).
enum RangeRequest {
    /// Returns the part of a representation that a request selects.
    ///
    /// Ignores repeated fields, because recipients may disagree on which one counts.
    /// - Parameters:
    ///   - entityTag: The strong entity tag of the representation.
    ///   - length: The length of the representation, in bytes.
    static func selection(_ fields: HTTPFields, entityTag: String, length: Int) -> ByteRange.Selection {
        let ranges = fields[values: .range]
        guard ranges.count == 1, isCurrent(fields, entityTag: entityTag), let range = ByteRange(ranges[0]) else {
            return .whole
        }
        return range.selection(of: length)
    }

    /// Returns whether `If-Range`, if given, names this representation.
    ///
    /// Dates never match, because responses have no modification date. Weak entity tags never match either.
    private static func isCurrent(_ fields: HTTPFields, entityTag: String) -> Bool {
        let conditions = fields[values: .ifRange]
        return conditions.isEmpty || conditions == [entityTag]
    }
}
