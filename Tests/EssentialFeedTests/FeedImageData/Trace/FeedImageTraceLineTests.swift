import Foundation
import ImagePipeline
import TestSupport
import Testing

@testable import EssentialFeed

@Suite struct FeedImageTraceLineTests {
    @Test("Trace: a stage is one line of JSON, its seconds with six places, its fields in a fixed order")
    func test_text_isStable() throws {
        let event = try anyEvent(request: 7, began: .microseconds(1_000_020), ended: .seconds(12), bytes: 4096)
        #expect(
            FeedImageTraceLine(event).text
                == #"{"stage":"disk","url":"http://host/a","request":7,"began":1.000020,"ended":12.000000,"#
                + #""bytes":4096,"outcome":"done"}"#)
        #expect(
            FeedImageTraceLine(try anyEvent()).text
                == #"{"stage":"disk","url":"http://host/a","began":0.000000,"ended":0.000001,"outcome":"done"}"#)
    }

    @Test("Trace: the names of stages and outcomes in a file never change")
    func test_text_namesStagesAndOutcomes() {
        #expect(
            FeedImageTraceEvent.Stage.allCases.map(\.rawValue) == [
                "queue", "memory", "disk", "connect", "firstByte", "download", "decode", "total",
            ])
        #expect(FeedImageTraceEvent.Outcome.allCases.map(\.rawValue) == ["done", "notFound", "failed", "cancelled"])
    }

    @Test("N011 Trace: user info in a URL does not get into a line, nor out of one")
    func test_text_hasNoUserInfo() throws {
        let event = try anyEvent(url: "http://user:secret@host/a?b=c")
        #expect(FeedImageTraceLine(event).text.contains(#""url":"http://host/a?b=c""#))
        let foreign = SampleTrace.lines[0].replacing("http://host", with: "http://user:secret@host")
        #expect(try FeedImageTrace(Data(foreign.utf8)).events[0].url.absoluteString == "http://host/image/a.jpg")
    }

    @Test("N010 Trace: a line is printable ASCII, whatever the URL is, and means the same")
    func test_text_isASCII() throws {
        let odd = "\u{1B}\u{9B}\u{202E}\u{7F}\u{0}\n\"\\é日本👍"
        let urls =
            ["http://host/", "http://host/a?", "http://host/a#", "", "http://"].compactMap {
                URL(string: $0 + odd)
            }
            + [URL(filePath: odd), URL(dataRepresentation: Data("http://host/\(odd)".utf8), relativeTo: nil)]
            .compactMap(\.self)
        #expect(urls.count >= 5)
        for url in urls {
            let event = anyEvent(url)
            let text = FeedImageTraceLine(event).text
            #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(try FeedImageTrace(Data(text.utf8)).events.map(\.url.absoluteString) == [url.absoluteString])
        }
    }

    @Test(
        "Trace: seconds are rounded to the microsecond and exact from there on",
        arguments: [
            (Duration.nanoseconds(1_499), "0.000001"), (.nanoseconds(1_500), "0.000002"),
            (.nanoseconds(-5), "0.000000"),
            (.milliseconds(100), "0.100000"), (.microseconds(86_399_999_999), "86399.999999"),
            (.microseconds(999_999_999_999_999), "999999999.999999"),
        ])
    func test_seconds_areExact(duration: Duration, expected: String) throws {
        #expect(FeedImageTraceLine.seconds(duration) == expected)
        let event = FeedImageTraceLine(try anyEvent(began: .zero, ended: duration)).event
        let read = try FeedImageTrace(Data(FeedImageTraceLine(event).text.utf8)).events[0]
        #expect(FeedImageTraceLine.seconds(read.ended) == expected)
    }

    @Test("Trace: every stage with every outcome is read as it was written")
    func test_trace_readsWhatWasWritten() throws {
        var events: [FeedImageTraceEvent] = []
        for stage in FeedImageTraceEvent.Stage.allCases {
            for outcome in FeedImageTraceEvent.Outcome.allCases {
                let number = events.count
                events.append(
                    FeedImageTraceEvent(
                        stage: stage, url: try #require(URL(string: "http://host/\(number)")),
                        request: number % 2 == 0 ? number : nil, began: .microseconds(number),
                        ended: .microseconds(number * 1_234_567), bytes: number % 3 == 0 ? number : nil,
                        outcome: outcome))
            }
        }
        let text = events.map { FeedImageTraceLine($0).text + "\n" }.joined()
        let trace = try FeedImageTrace(Data(text.utf8))
        #expect(trace.events == events)
        #expect(!trace.isCutShort)
        #expect(
            try FeedImageTrace(Data(SampleTrace.text.utf8)).events.map { FeedImageTraceLine($0).text }
                == SampleTrace.lines)
    }

    private func anyEvent(
        url: String = "http://host/a", request: Int? = nil, began: Duration = .zero, ended: Duration = .microseconds(1),
        bytes: Int? = nil
    ) throws -> FeedImageTraceEvent {
        FeedImageTraceEvent(
            stage: .disk, url: try #require(URL(string: url)), request: request, began: began, ended: ended,
            bytes: bytes, outcome: .done)
    }

    private func anyEvent(_ url: URL) -> FeedImageTraceEvent {
        FeedImageTraceEvent(
            stage: .disk, url: url, request: nil, began: .zero, ended: .zero, bytes: nil, outcome: .done)
    }
}
