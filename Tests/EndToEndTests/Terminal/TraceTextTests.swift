import EssentialFeed
import Foundation
import ImagePipeline
import TestSupport
import Testing

@testable import essential_feed

@Suite struct TraceTextTests {
    @Test("Trace: a narrow terminal shows the bars below the names, and the figures in lines of their own")
    func test_text_ofNarrowTerminal() throws {
        let style = plain(30)
        #expect(
            try waterfall(style, limit: 2) == """
                0                       800 ms
                a.jpg                  800 ms
                ........cccffff===========####
                b.jpg                  400 ms×
                ....===========
                . queue  c connect
                f first byte  = download
                # decode  × cancelled
                The slowest 2 of 5 requests.

                """)
        let summary = TraceSummaryText(style: style, language: .english).text(
            FeedImageTraceSummary(try events(Array(SampleTrace.lines.prefix(2)))))
        #expect(
            summary == """
                queue
                Count 1, p50 100 ms,
                p95 100 ms, max 100 ms,
                cancelled 0, failed 0
                memory
                Count 1, p50 10 µs, p95 10 µs,
                max 10 µs, cancelled 0,
                failed 0

                Requests    0 in 100 ms
                Memory      0 of 1 found (0%)
                Disk        –
                Downloaded  0 B
                From disk   0 B

                """)
    }

    @Test("Trace: the JSON has half, 95 of 100 and the longest, each its own")
    func test_json_hasPercentiles() {
        let events = (1...40).map { number in
            FeedImageTraceEvent(
                stage: .decode, url: URL(filePath: "/a"), request: nil, began: .zero, ended: .milliseconds(number),
                bytes: nil, outcome: .done)
        }
        let text = String(decoding: TraceJSON.text(FeedImageTraceSummary(events)), as: UTF8.self)
        #expect(text.contains(#""stage":"decode","count":40,"p50":0.020000,"p95":0.038000,"max":0.040000"#), "\(text)")
    }

    @Test("Trace: a coloured terminal has the same characters, coloured by stage; NO_COLOR is obeyed")
    func test_text_isColoured() throws {
        let environment = ["COLUMNS": "60"]
        let coloured = TerminalStyle(environment: environment, windowColumns: 60, isTerminal: true)
        let text = try waterfall(coloured, limit: 9)
        #expect(text.contains("  \u{1B}[34md\u{1B}[0m\u{1B}[33m.\u{1B}[0m\u{1B}[31m###\u{1B}[0m\n"))
        let withoutColour = try waterfall(
            TerminalStyle(
                environment: environment.merging(["NO_COLOR": "1"]) { $1 }, windowColumns: 60, isTerminal: true),
            limit: 9)
        #expect(!withoutColour.contains("\u{1B}"))
        #expect(text.replacing(/\u{1B}\[\d+m/, with: "") == withoutColour)
    }

    @Test("N010 Trace: it fits any width, in every language", arguments: [20, 21, 30, 59, 60, 61, 80, 120, 300])
    func test_text_fitsWidth(columns: Int) throws {
        let long = String(repeating: "日本語👍-", count: 30).addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let lines = SampleTrace.lines + [SampleTrace.line("total", try #require(long), 9, 0, 1_200_000, "failed")]
        for language in Language.allCases {
            for order in FeedImageWaterfall.Order.allCases {
                let style = plain(columns)
                let text = WaterfallText(style: style, language: language)
                let bars = text.text(
                    FeedImageWaterfall(try events(lines), columns: text.barColumns, limit: 5, order: order))
                let figures = TraceSummaryText(style: style, language: language).text(
                    FeedImageTraceSummary(try events(lines)))
                for line in (bars + figures).split(separator: "\n") {
                    #expect(TerminalText.width(line) <= columns, "\(line)")
                    #expect(!line.hasSuffix(" "), "\(line)")
                }
            }
        }
    }

    @Test("N010 Trace: no name in a URL moves the cursor")
    func test_text_hasNoControlCharacters() throws {
        let line = SampleTrace.line("total", "%1B%5B31m%0Aevil%C2%9B%E2%80%AE", 1, 0, 5, "done")
        let text = WaterfallText(style: plain(80), language: .english)
        let drawn = text.text(
            FeedImageWaterfall(try events([line]), columns: text.barColumns, limit: 5, order: .time))
        #expect(!drawn.unicodeScalars.contains { $0 != "\n" && TerminalText.isUnsafe($0) })
        #expect(drawn.contains("[31m evil"))
    }

    @Test("B192 Trace: every text of a trace exists in every language")
    func test_traceStrings_haveEveryKeyInEveryLanguage() {
        for language in Language.allCases {
            let texts = TraceStrings.table.texts[language] ?? [:]
            #expect(Set(texts.keys) == Set(TraceStrings.allCases))
            for (key, text) in texts {
                let english = TraceStrings.table.texts[.english]?[key] ?? ""
                #expect(text.ranges(of: "%@").count == english.ranges(of: "%@").count, "\(key) in \(language)")
            }
        }
    }

    @Test(
        "Trace: durations are told in three figures or so",
        arguments: [
            (0, "0 µs"), (999, "999 µs"), (1_000, "1.0 ms"), (1_050, "1.1 ms"), (9_949, "9.9 ms"), (9_950, "10 ms"),
            (999_499, "999 ms"), (999_500, "1.00 s"), (9_994_999, "9.99 s"), (9_995_000, "10.0 s"),
            (99_949_999, "99.9 s"), (99_950_000, "100 s"), (3_600_000_000, "3600 s"),
        ])
    func test_durationText_isShort(microseconds: Int, expected: String) {
        #expect(DurationText.text(.microseconds(microseconds)) == expected)
    }

    private func waterfall(_ style: TerminalStyle, limit: Int) throws -> String {
        let text = WaterfallText(style: style, language: .english)
        return text.text(
            FeedImageWaterfall(
                try events(SampleTrace.lines), columns: text.barColumns, limit: limit, order: .slowest))
    }

    private func events(_ lines: [String]) throws -> [FeedImageTraceEvent] {
        try FeedImageTrace(Data(lines.joined(separator: "\n").utf8)).events
    }

    private func plain(_ columns: Int) -> TerminalStyle {
        TerminalStyle(environment: ["COLUMNS": String(columns)], windowColumns: nil, isTerminal: false)
    }
}
