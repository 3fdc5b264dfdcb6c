import Testing

/// A request for an image of 1,000 or 600,000 bytes, and the expected response.
struct RangeCase: Sendable, CustomTestStringConvertible {
    enum Body: Sendable {
        case bytes(Range<Int>)
        case problem
        case nothing
    }

    /// The lines of the fields; `TAG` stands for the image's entity tag.
    let fields: [String]
    let status: Int
    let contentRange: String?
    let body: Body
    var method = "GET"
    var length = 1_000

    var testDescription: String {
        "\(method) of \(length) B, \(fields.joined(separator: " | "))"
    }

    static func part(
        _ fields: String..., is range: ClosedRange<Int>, saying contentRange: String, of length: Int = 1_000
    ) -> RangeCase {
        RangeCase(
            fields: fields, status: 206, contentRange: contentRange,
            body: .bytes(range.lowerBound..<range.upperBound + 1),
            length: length)
    }

    static func whole(_ fields: String..., of length: Int = 1_000) -> RangeCase {
        RangeCase(fields: fields, status: 200, contentRange: nil, body: .bytes(0..<length), length: length)
    }

    static func unsatisfiable(_ fields: String..., saying contentRange: String = "bytes */1000", of length: Int = 1_000)
        -> RangeCase
    {
        RangeCase(fields: fields, status: 416, contentRange: contentRange, body: .problem, length: length)
    }

    static func preconditionFailed(_ fields: String...) -> RangeCase {
        RangeCase(fields: fields, status: 412, contentRange: nil, body: .problem)
    }

    static func notModified(_ fields: String...) -> RangeCase {
        RangeCase(fields: fields, status: 304, contentRange: nil, body: .nothing)
    }

    static func head(_ fields: String..., status: Int = 200) -> RangeCase {
        RangeCase(fields: fields, status: status, contentRange: nil, body: .nothing, method: "HEAD")
    }
}

extension RangeCase {
    private static let huge = "99999999999999999999999999"

    static let ranges: [RangeCase] = [
        .part("Range: bytes=0-0", is: 0...0, saying: "bytes 0-0/1000"),
        .part("Range: bytes=0-499", is: 0...499, saying: "bytes 0-499/1000"),
        .part("Range: bytes=500-999", is: 500...999, saying: "bytes 500-999/1000"),
        .part("Range: bytes=999-999", is: 999...999, saying: "bytes 999-999/1000"),
        .part("Range: bytes=0-999", is: 0...999, saying: "bytes 0-999/1000"),
        .part("Range: bytes=0-", is: 0...999, saying: "bytes 0-999/1000"),
        .part("Range: bytes=990-", is: 990...999, saying: "bytes 990-999/1000"),
        .part("Range: bytes=990-1000", is: 990...999, saying: "bytes 990-999/1000"),
        .part("Range: bytes=990-\(huge)", is: 990...999, saying: "bytes 990-999/1000"),
        .part("Range: bytes=-1", is: 999...999, saying: "bytes 999-999/1000"),
        .part("Range: bytes=-500", is: 500...999, saying: "bytes 500-999/1000"),
        .part("Range: bytes=-1000", is: 0...999, saying: "bytes 0-999/1000"),
        .part("Range: bytes=-1001", is: 0...999, saying: "bytes 0-999/1000"),
        .part("Range: bytes=-\(huge)", is: 0...999, saying: "bytes 0-999/1000"),
        .part("range: BYTES=1-2", is: 1...2, saying: "bytes 1-2/1000"),
        .part("Range:   bytes=1-2  ", is: 1...2, saying: "bytes 1-2/1000"),
        .part("Range: bytes=1-2,", is: 1...2, saying: "bytes 1-2/1000"),
        .part("Range: bytes=0-262143", is: 0...262_143, saying: "bytes 0-262143/600000", of: 600_000),
        .part("Range: bytes=1-262145", is: 1...262_145, saying: "bytes 1-262145/600000", of: 600_000),
        .part("Range: bytes=7-599990", is: 7...599_990, saying: "bytes 7-599990/600000", of: 600_000),
        .part("Range: bytes=300000-", is: 300_000...599_999, saying: "bytes 300000-599999/600000", of: 600_000),
        .part("Range: bytes=-9", is: 599_991...599_999, saying: "bytes 599991-599999/600000", of: 600_000),
        .unsatisfiable("Range: bytes=-0"),
        .unsatisfiable("Range: bytes=1000-"),
        .unsatisfiable("Range: bytes=1000-1000"),
        .unsatisfiable("Range: bytes=5000-6000"),
        .unsatisfiable("Range: bytes=\(huge)-"),
        .unsatisfiable("Range: bytes=\(huge)-\(huge)"),
        .unsatisfiable("Range: bytes=600000-", saying: "bytes */600000", of: 600_000),
    ]

    static let ignored: [RangeCase] = [
        .whole(), .whole("Range:"), .whole("Range: items=0-4"), .whole("Range: bytes"), .whole("Range: bytes="),
        .whole("Range: bytes=-"), .whole("Range: bytes=5"), .whole("Range: bytes=4-0"),
        .whole("Range: bytes=\(huge)-5"), .whole("Range: bytes=a-b"), .whole("Range: bytes=0-4x"),
        .whole("Range: bytes= 0-4"), .whole("Range: bytes =0-4"), .whole("Range: bytes=0 - 4"),
        .whole("Range: bytes=--5"), .whole("Range: bytes=0-1,4-5"), .whole("Range: bytes=0-1, -1"),
        .whole("Range: bytes=0-4", "Range: bytes=0-4"), .whole("Range: bytes=0-4", "Range:"),
        .whole("Range: bytes=4-0", of: 600_000),
    ]

    static let conditional: [RangeCase] = [
        .part("Range: bytes=1-2", "If-Range: TAG", is: 1...2, saying: "bytes 1-2/1000"),
        .unsatisfiable("Range: bytes=1000-", "If-Range: TAG"),
        .whole("If-Range: TAG"),
        .whole("Range: bytes=1-2", "If-Range: W/TAG"),
        .whole("Range: bytes=1-2", "If-Range: \"x\""),
        .whole("Range: bytes=1-2", "If-Range: TAG, \"x\""),
        .whole("Range: bytes=1-2", "If-Range: TAG", "If-Range: TAG"),
        .whole("Range: bytes=1-2", "If-Range: *"),
        .whole("Range: bytes=1-2", "If-Range:"),
        .whole("Range: bytes=1-2", "If-Range: Wed, 01 Jan 2020 00:00:00 GMT"),
        .whole("Range: bytes=1000-", "If-Range: \"x\""),
        .notModified("Range: bytes=1-2", "If-None-Match: TAG"),
        .notModified("Range: bytes=1000-", "If-None-Match: W/TAG"),
        .notModified("Range: bytes=1-2", "If-Range: TAG", "If-None-Match: *"),
        .notModified("Range: bytes=1-2", "If-Match: TAG", "If-None-Match: TAG"),
        .part("Range: bytes=1-2", "If-None-Match: \"x\"", is: 1...2, saying: "bytes 1-2/1000"),
        .part("Range: bytes=1-2", "If-Match: \"x\", TAG", is: 1...2, saying: "bytes 1-2/1000"),
        .part("Range: bytes=1-2", "If-Match: *", is: 1...2, saying: "bytes 1-2/1000"),
        .whole("If-Match: TAG"),
        .preconditionFailed("Range: bytes=1-2", "If-Match: \"x\""),
        .preconditionFailed("Range: bytes=1-2", "If-Match: W/TAG", "If-Range: TAG"),
        .preconditionFailed("Range: bytes=1000-", "If-Match: \"x\"", "If-None-Match: TAG"),
        .part(
            "Range: bytes=1-2", "If-Modified-Since: Wed, 01 Jan 2020 00:00:00 GMT",
            "If-Unmodified-Since: Wed, 01 Jan 2020 00:00:00 GMT", is: 1...2, saying: "bytes 1-2/1000"),
    ]

    static let heads: [RangeCase] = [
        .head(), .head("Range: bytes=0-4"), .head("Range: bytes=1000-"), .head("Range: bytes=-0"),
        .head("Range: bytes=0-4", "If-Range: TAG"), .head("Range: bytes=0-4", "If-None-Match: TAG", status: 304),
        .head("Range: bytes=0-4", "If-Match: \"x\"", status: 412),
    ]
}
