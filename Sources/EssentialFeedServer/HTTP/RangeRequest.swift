import HTTPTypes

/// The `Range` of a `GET` and its condition `If-Range` (RFC 9110, 13.1.5 and 14.2; N034).
enum RangeRequest {
    /// What the fields ask for. A field that came twice is none: two readers would take different ones.
    ///
    /// - Parameters:
    ///   - entityTag: the representation's, strong.
    ///   - length: the representation's, in bytes.
    static func selection(_ fields: HTTPFields, entityTag: String, length: Int) -> ByteRange.Selection {
        let ranges = fields[values: .range]
        guard ranges.count == 1, isCurrent(fields, entityTag: entityTag), let range = ByteRange(ranges[0]) else {
            return .whole
        }
        return range.selection(of: length)
    }

    /// Whether what the client has a part of is what is here. There are no modification dates, so a date is not it,
    /// nor is a weak tag, which never equals a strong one.
    private static func isCurrent(_ fields: HTTPFields, entityTag: String) -> Bool {
        let conditions = fields[values: .ifRange]
        return conditions.isEmpty || conditions == [entityTag]
    }
}
