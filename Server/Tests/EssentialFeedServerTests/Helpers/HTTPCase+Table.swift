extension HTTPCase {
    /// The cases of the table: ranges, conditions, `HEAD` and malformed requests.
    static let table = ranges + ignored + conditional + conditionalLists + heads + malformed

    private static let huge = "99999999999999999999999999"

    static let ranges: [HTTPCase] = [
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

    static let ignored: [HTTPCase] = [
        .whole(), .whole("Range:"), .whole("Range: items=0-4"), .whole("Range: bytes"), .whole("Range: bytes="),
        .whole("Range: bytes=-"), .whole("Range: bytes=5"), .whole("Range: bytes=4-0"),
        .whole("Range: bytes=\(huge)-5"), .whole("Range: bytes=a-b"), .whole("Range: bytes=0-4x"),
        .whole("Range: bytes= 0-4"), .whole("Range: bytes =0-4"), .whole("Range: bytes=0 - 4"),
        .whole("Range: bytes=--5"), .whole("Range: bytes=0-1,4-5"), .whole("Range: bytes=0-1, -1"),
        .whole("Range: bytes=0-4", "Range: bytes=0-4"), .whole("Range: bytes=0-4", "Range:"),
        .whole("Range: bytes=4-0", of: 600_000),
    ]

    static let conditional: [HTTPCase] = [
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

    static let conditionalLists: [HTTPCase] = [
        .notModified("If-None-Match: TAG", target: .feed),
        .notModified("If-None-Match: \"x\", W/TAG", target: .feed),
        .notModified("If-None-Match: *", target: .comments),
        .json("If-None-Match: \"x\"", target: .feed),
        .json("If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT", target: .feed),
        .json("If-Match: \"x\", TAG", target: .feed),
        .json("If-Match: *", target: .comments),
        .preconditionFailed("If-Match: \"x\"", target: .feed),
        .preconditionFailed("If-Match: \"x\"", "If-None-Match: TAG", target: .comments),
        .json("Range: bytes=0-4", target: .feed),
        .json("Range: bytes=-0", target: .feed),
        .json("Range: bytes=1000000-", target: .comments),
    ]

    static let heads: [HTTPCase] = [
        .head(), .head("Range: bytes=0-4"), .head("Range: bytes=1000-"), .head("Range: bytes=-0"),
        .head("Range: bytes=0-4", "If-Range: TAG"), .head("Range: bytes=0-4", "If-None-Match: TAG", status: 304),
        .head("Range: bytes=0-4", "If-Match: \"x\"", status: 412),
        .head(target: .feed), .head("If-None-Match: TAG", status: 304, target: .feed),
        .head("If-None-Match: \"x\"", target: .feed), .head("Range: bytes=0-4", target: .feed),
        .head(target: .comments), .head("If-None-Match: W/TAG", status: 304, target: .comments),
        .head(status: 404, target: .nothing), .head("If-None-Match: *", status: 404, target: .nothing),
    ]

    private static let host = "Host: localhost\r\n"

    /// Requests that RFC 9112 calls malformed, or that servers and proxies are known to read in different ways.
    static let malformed: [HTTPCase] = [
        .malformed("GET /feed\r\n\r\n"),
        .malformed("/feed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET /feed HTTP/2.0\r\n\(host)\r\n"),
        .malformed("GET /feed HTTP/1.10\r\n\(host)\r\n"),
        .malformed("GET /feed http/1.1\r\n\(host)\r\n"),
        .malformed("G@T /feed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        .malformed("GET /fe\0ed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET /fe\u{7}ed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET /feed HTTP/1.1\nHost: localhost\n\n"),
        .malformed("GET /feed HTTP/1.1\r\n\r\n"),
        .malformed("GET /feed#x HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET /feed?limit=1#x HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET http:///feed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET http://:80/feed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET http://a@/feed HTTP/1.1\r\n\(host)\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)\(host)\r\n"),
        .malformed("GET /feed HTTP/1.1\r\nHost localhost\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host): x\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)X : y\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)X: y\r\n z\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)X: a\0b\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)X: a\rb\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 100_000))\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)\(String(repeating: "X: a\r\n", count: 20_000))\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\nx"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999999\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Transfer-Encoding: gzip\r\n\r\n"),
        .malformed("GET /feed HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, identity\r\n\r\n"),
        .malformed("GET /feed HTTP/1.0\r\n\(host)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ]
}
