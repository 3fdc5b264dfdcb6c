import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite struct FeedImageTraceTests {
    @Test(
        "Trace: the reader tells the line of a mistake, and the field",
        arguments: [
            ("", nil), ("hello", nil), ("[1]", nil), ("{", nil), ("null", nil), ("7", nil), ("{}", "began"),
            (line(#""stage":"disk","#, ""), "stage"),
            (line(#""disk""#, #""flying""#), "stage"),
            (line(#""stage":"disk""#, #""stage":3"#), "stage"),
            (line(#""done""#, #""lost""#), "outcome"),
            (line(#""http://host/a""#, #""""#), "url"),
            (line(#""http://host/a""#, "null"), "url"),
            (line("0.1", "-0.1"), "began"), (line("0.1", "0.3"), "ended"), (line("0.2", "1e9"), "ended"),
            (line("0.2", #""0.2""#), "ended"), (line("0.2", "1e999"), nil),
            (line("4096", "-1"), "bytes"), (line("4096", "1.5"), "bytes"), (line("4096", "1099511627776"), "bytes"),
            (line(#""request":1"#, #""request":-1"#), "request"),
        ] as [(String, String?)])
    func test_init_tellsMistake(line: String, field: String?) {
        for position in 0..<3 {
            var lines = SampleTrace.lines
            lines.insert(line, at: position)
            let mistake = #expect(throws: FeedImageTrace.Mistake.self) {
                try FeedImageTrace(Data((lines.joined(separator: "\n") + "\n").utf8))
            }
            #expect(mistake?.line == position + 1)
            if let field { #expect(mistake?.field == field) }
        }
    }

    @Test("Trace: bytes that are no text are no trace")
    func test_init_refusesBinary() {
        let data = Data([0xFF, 0xD8, 0x0A, 0x00])
        #expect(throws: FeedImageTrace.Mistake.self) { try FeedImageTrace(data) }
    }

    @Test("Trace: wherever the writer was killed, the lines before are read, and the broken one is left out")
    func test_init_readsCutTrace() throws {
        let whole = Data((SampleTrace.lines[0] + "\n").utf8)
        let second = Data(SampleTrace.lines[1].utf8)
        for count in 1..<second.count {
            let trace = try FeedImageTrace(whole + second.prefix(count))
            #expect(trace.events.count == 1)
            #expect(trace.isCutShort)
        }
        let unended = try FeedImageTrace(whole + second)
        #expect(unended.events.count == 2)
        #expect(!unended.isCutShort)
        #expect(throws: FeedImageTrace.Mistake.self) { try FeedImageTrace(second.prefix(40)) }
    }

    @Test("Trace: an empty file is a trace of no image; fields of later versions and carriage returns are passed over")
    func test_init_isLenient() throws {
        #expect(try FeedImageTrace(Data()).events.isEmpty)
        let later = Self.line(#""bytes""#, #""later":{"x":[1]},"bytes""#)
        #expect(try FeedImageTrace(Data((later + "\r\n" + later + "\r\n").utf8)).events.count == 2)
        let slice = Data(("xx" + later).utf8).dropFirst(2)
        #expect(try FeedImageTrace(slice).events.count == 1)
    }

    private static func line(_ part: String, _ replacement: String) -> String {
        let line =
            #"{"stage":"disk","url":"http://host/a","request":1,"began":0.1,"ended":0.2,"bytes":4096,"#
            + #""outcome":"done"}"#
        return line.replacing(part, with: replacement)
    }
}
