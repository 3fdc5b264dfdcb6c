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
        /// A nonempty range within the representation.
        case part(Range<Int>)
        case unsatisfiable
    }

    /// Parses the value of a field, such as `bytes=0-499`.
    ///
    /// Returns `nil` for anything that a server may ignore: another unit, several ranges, or a malformed range.
    init?(_ value: String) {
        let bytes = value.utf8
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
            bytes[..<equals].elementsEqual("bytes".utf8, by: { ($0 | 0x20) == $1 }),
            let element = Self.onlyElement(of: bytes[bytes.index(after: equals)...]),
            let dash = element.firstIndex(of: UInt8(ascii: "-"))
        else { return nil }
        let end = element[element.index(after: dash)...]
        guard dash > element.startIndex else {
            guard let length = Self.digits(end) else { return nil }
            self = .suffix(length: Self.value(length))
            return
        }
        guard let first = Self.digits(element[..<dash]) else { return nil }
        guard !end.isEmpty else {
            self = .positions(first: Self.value(first), last: nil)
            return
        }
        guard let last = Self.digits(end), (first.utf8.count, first) <= (last.utf8.count, last) else { return nil }
        self = .positions(first: Self.value(first), last: Self.value(last))
    }

    /// Returns the digits of a decimal number without leading zeros; `nil` if the text is empty or has anything else.
    private static func digits(_ text: Substring.UTF8View) -> String? {
        guard !text.isEmpty, text.allSatisfy(\.isDigit) else { return nil }
        return String(decoding: text.drop { $0 == 0x30 }, as: UTF8.self)
    }

    /// Returns the number with these digits, limited to the largest `Int`, which no representation exceeds.
    private static func value(_ digits: String) -> Int { digits.isEmpty ? 0 : Int(digits) ?? .max }

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

    /// Returns the only nonempty element of a list, or `nil` if there are none or several.
    ///
    /// White space is allowed only around commas (RFC 9110, 5.6.1).
    private static func onlyElement(of list: Substring.UTF8View) -> Substring.UTF8View? {
        var only: Substring.UTF8View?
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let elements = list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for (index, padded) in elements.enumerated() {
            var element = index > 0 ? padded.drop(while: isSpace) : padded
            if index < elements.count - 1 {
                while let byte = element.last, isSpace(byte) { element.removeLast() }
            }
            if element.isEmpty { continue }
            guard only == nil else { return nil }
            only = element
        }
        return only
    }
}

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
