import HTTPTypes
import Testing

@testable import EssentialFeedServer

@Suite struct ByteRangeTests {
    private static let huge = "99999999999999999999999999"

    @Test(
        arguments: [
            ("bytes=0-0", .positions(first: 0, last: 0)), ("bytes=0-4", .positions(first: 0, last: 4)),
            ("bytes=7-7", .positions(first: 7, last: 7)), ("bytes=10-", .positions(first: 10, last: nil)),
            ("bytes=-3", .suffix(length: 3)), ("bytes=-0", .suffix(length: 0)), ("bytes=-000", .suffix(length: 0)),
            ("bytes=007-0010", .positions(first: 7, last: 10)), ("bytes=000-", .positions(first: 0, last: nil)),
            ("Bytes=0-4", .positions(first: 0, last: 4)), ("BYTES=-4", .suffix(length: 4)),
            ("bytes=0-4,", .positions(first: 0, last: 4)), ("bytes=,0-4", .positions(first: 0, last: 4)),
            ("bytes= \t,, 0-4\t ,", .positions(first: 0, last: 4)),
            ("bytes=0-9223372036854775807", .positions(first: 0, last: .max)),
            ("bytes=0-9223372036854775808", .positions(first: 0, last: .max)),
            ("bytes=0-\(huge)", .positions(first: 0, last: .max)),
            ("bytes=\(huge)-", .positions(first: .max, last: nil)),
            ("bytes=\(huge)-\(huge)", .positions(first: .max, last: .max)), ("bytes=-\(huge)", .suffix(length: .max)),
            ("bytes=00000000000000000000000009-10", .positions(first: 9, last: 10)),
        ] as [(String, ByteRange)])
    func `Server: a single range of bytes is read as RFC 9110 defines it`(value: String, range: ByteRange) {
        #expect(ByteRange(value) == range)
    }

    @Test(
        arguments: [
            "", "=", "bytes", "bytes=", "bytes=,", "bytes= ", "bytes=-", "bytes=--", "bytes=--1", "bytes=5", "=0-4",
            "bytes=4-0", "bytes=10-9", "bytes=\(huge)-5", "bytes=\(huge)-\(huge.dropLast())8", "bytes=\(huge)0-\(huge)",
            "items=0-4", "byte=0-4", "bytess=0-4", "bytes:0-4", "bytes 0-4", " bytes=0-4", "bytes =0-4", "bytes= 0-4",
            "bytes=0-4 ", "bytes=0 -4", "bytes=0- 4", "bytes=- 4", "bytes=a-4", "bytes=0-b", "bytes=0x0-4",
            "bytes=+0-4", "bytes=0-+4", "bytes=-+4", "bytes=0-4-", "bytes=0-4-8", "bytes=0.0-4", "bytes=1e1-20",
            "bytes=٠-٤", "bytes=0\u{2013}4", "bytes=0-4\u{0}", "bytes=0-4;", "bytes==0-4", "bytes=bytes=0-4",
            "bytes=\"0-4\"", "bytes=0-4,6-8", "bytes=0-4,0-4", "bytes=0-4,-1", "bytes=0-4,x", "bytes=x,0-4",
            "bytes=0-0,,2-2", "bytes=*",
        ])
    func `Server: anything but a single range of bytes is ignored`(value: String) {
        #expect(ByteRange(value) == nil)
    }

    @Test(
        "Server: a range is limited to the end, and cannot be satisfied beyond the end or if it is empty",
        arguments: [
            (.positions(first: 0, last: 0), 10, .part(0..<1)), (.positions(first: 0, last: 9), 10, .part(0..<10)),
            (.positions(first: 0, last: 10), 10, .part(0..<10)), (.positions(first: 9, last: 9), 10, .part(9..<10)),
            (.positions(first: 9, last: .max), 10, .part(9..<10)), (.positions(first: 3, last: nil), 10, .part(3..<10)),
            (.positions(first: 0, last: nil), 10, .part(0..<10)), (.positions(first: 9, last: nil), 10, .part(9..<10)),
            (.positions(first: 10, last: nil), 10, .unsatisfiable),
            (.positions(first: 10, last: 20), 10, .unsatisfiable),
            (.positions(first: .max, last: .max), 10, .unsatisfiable),
            (.positions(first: .max, last: nil), .max, .unsatisfiable),
            (.positions(first: 0, last: .max), .max, .part(0..<Int.max)),
            (.suffix(length: 1), 10, .part(9..<10)), (.suffix(length: 10), 10, .part(0..<10)),
            (.suffix(length: 11), 10, .part(0..<10)), (.suffix(length: .max), 10, .part(0..<10)),
            (.suffix(length: 0), 10, .unsatisfiable), (.suffix(length: 0), 0, .unsatisfiable),
            (.suffix(length: 5), 0, .whole), (.positions(first: 0, last: nil), 0, .unsatisfiable),
        ] as [(ByteRange, Int, ByteRange.Selection)])
    func selectionStaysWithinTheLength(range: ByteRange, length: Int, selection: ByteRange.Selection) {
        #expect(range.selection(of: length) == selection)
    }

    @Test func `Server: a range counts if it is given once, without a condition or with our strong entity tag`() {
        func selection(_ fields: [(HTTPField.Name, String)]) -> ByteRange.Selection {
            let fields = HTTPFields(fields.map { HTTPField(name: $0, value: $1) })
            return RangeRequest.selection(fields, entityTag: "\"a\"", length: 10)
        }
        #expect(selection([]) == .whole)
        #expect(selection([(.ifRange, "\"a\"")]) == .whole)
        #expect(selection([(.range, "bytes=1-2")]) == .part(1..<3))
        #expect(selection([(.range, "bytes=1-2"), (.ifRange, "\"a\"")]) == .part(1..<3))
        #expect(selection([(.range, "bytes=1-2"), (.range, "bytes=1-2")]) == .whole)
        #expect(selection([(.range, "bytes=1-2"), (.range, "")]) == .whole)
        #expect(selection([(.range, "bytes=1-2"), (.ifRange, "\"a\""), (.ifRange, "\"a\"")]) == .whole)
        #expect(selection([(.range, "bytes=10-"), (.ifRange, "\"b\"")]) == .whole)
        for condition in ["", "a", "W/\"a\"", "\"A\"", "\"a\", \"b\"", "*", "Sun, 06 Nov 1994 08:49:37 GMT"] {
            #expect(selection([(.range, "bytes=1-2"), (.ifRange, condition)]) == .whole, "\(condition)")
        }
    }
}
