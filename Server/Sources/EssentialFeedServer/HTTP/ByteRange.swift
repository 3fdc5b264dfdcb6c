import HTTPTypes

/// The single byte range of a `Range` field (RFC 9110, 14.1.2).
///
/// SwiftNIO and Hummingbird don't parse this field.
enum ByteRange: Hashable, Sendable {
    /// The range from the first to the last position, inclusive, counted from zero; without a last one, to the end.
    case positions(first: Int, last: Int?)
    case suffix(length: Int)

    enum Selection: Hashable, Sendable {
        case whole
        case part(Range<Int>)
        case unsatisfiable
    }

    /// In bytes. No program sends a longer single range.
    private static let maximumLength = 200

    /// Parses the value of a field, such as `bytes=0-499`. White space is allowed only around commas (RFC 9110, 5.6.1).
    ///
    /// Returns `nil` for anything that a server may ignore: another unit, several ranges, or a malformed range.
    init?(_ value: String) {
        let range = /(?i:bytes)=(?:[ \t,]*,[ \t]*)?([0-9]*)-([0-9]*)(?:[ \t]*,[ \t,]*)?/
        guard value.utf8.count <= Self.maximumLength, let match = value.wholeMatch(of: range) else { return nil }
        let (first, last) = (match.1.drop { $0 == "0" }, match.2.drop { $0 == "0" })
        switch (match.1.isEmpty, match.2.isEmpty) {
        case (true, true): return nil
        case (true, false): self = .suffix(length: Self.value(last))
        case (false, true): self = .positions(first: Self.value(first), last: nil)
        case (false, false):
            guard (first.count, first) <= (last.count, last) else { return nil }
            self = .positions(first: Self.value(first), last: Self.value(last))
        }
    }

    /// Returns the number with these digits, limited to the largest `Int`, which no representation exceeds.
    private static func value(_ digits: Substring) -> Int { digits.isEmpty ? 0 : Int(digits) ?? .max }

    func selection(of length: Int) -> Selection {
        switch self {
        case .positions(let first, let last):
            guard first < length else { return .unsatisfiable }
            return .part(first..<(min(last ?? length - 1, length - 1) + 1))
        case .suffix(length: 0): return .unsatisfiable
        // `Content-Range` can't express a suffix of an empty representation.
        case .suffix where length == 0: return .whole
        case .suffix(let count): return .part(length - min(count, length)..<length)
        }
    }

    /// Returns the part of a representation that a `GET` request selects by `Range` and `If-Range` (RFC 9110, 13.1.5 and
    /// 14.2). Ignores repeated ranges, because recipients may disagree on which one counts.
    ///
    /// A date or a weak entity tag in `If-Range` never matches; responses have no modification date.
    static func selection(_ fields: HTTPFields, entityTag: String, length: Int) -> Selection {
        let (ranges, conditions) = (fields[values: .range], fields[values: .ifRange])
        guard ranges.count == 1, conditions.isEmpty || conditions == [entityTag], let range = ByteRange(ranges[0])
        else {
            return .whole
        }
        return range.selection(of: length)
    }
}
