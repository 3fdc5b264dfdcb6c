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
}
