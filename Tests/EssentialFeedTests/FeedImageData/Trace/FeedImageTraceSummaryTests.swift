import EssentialFeed
import Foundation
import ImagePipeline
import TestSupport
import Testing

@Suite struct FeedImageTraceSummaryTests {
    @Test("Trace: the summary tells hits, bytes, their rate, and what was cancelled or failed")
    func test_init_summarisesSample() throws {
        let summary = FeedImageTraceSummary(try FeedImageTrace(Data(SampleTrace.text.utf8)).events)
        #expect(summary.duration == .microseconds(1_200_000))
        #expect((summary.memory.found, summary.memory.missed) == (1, 3))
        #expect(summary.memory.rate == 0.25)
        #expect((summary.disk.found, summary.disk.missed) == (1, 2))
        #expect(summary.bytesDownloaded == 1_000_000)
        #expect(summary.bytesFromDisk == 500_000)
        #expect(summary.downloadRate == 2_000_000)
        #expect(summary.stages.map(\.stage) == FeedImageTraceEvent.Stage.allCases)
        #expect(summary.stages.map(\.count) == [7, 4, 3, 1, 1, 3, 2, 5])
        #expect(summary.stages.map(\.cancelled) == [0, 0, 0, 0, 0, 1, 0, 1])
        #expect(summary.stages.map(\.failed) == [0, 0, 0, 0, 0, 1, 0, 1])
        #expect(summary.requests.median == .milliseconds(100))
        #expect(summary.requests.maximum == .milliseconds(800))
        let memory = summary.stages[1]
        #expect(memory.median == .microseconds(10))
        #expect(memory.maximum == .microseconds(20))
    }

    @Test(
        "Trace: p50 and p95 are the nearest ranks, of what ran to its end",
        arguments: [(1, 1, 1), (2, 1, 2), (10, 5, 10), (20, 10, 19), (100, 50, 95), (101, 51, 96)])
    func test_init_takesNearestRank(count: Int, median: Int, percentile95: Int) throws {
        // Not in order, and with long ones among them that do not count.
        var lines = (1...count).reversed().map { SampleTrace.line("decode", "a", nil, 5, 5 + $0, "done") }
        lines.append(SampleTrace.line("decode", "a", nil, 0, 9_000, "cancelled"))
        lines.append(SampleTrace.line("decode", "a", nil, 0, 9_000, "failed"))
        lines.append(SampleTrace.line("decode", "a", nil, 0, 9_000, "notFound"))
        let times = try #require(try summary(lines).stages.first { $0.stage == .decode })
        #expect(times.median == .microseconds(median))
        #expect(times.percentile95 == .microseconds(percentile95))
        #expect(times.maximum == .microseconds(count))
        #expect(times.count == count + 3)
        #expect((times.cancelled, times.failed) == (1, 2))
    }

    @Test("Trace: downloads at the same time share the line: their rate is that of the time that any of them ran")
    func test_init_countsTimeOnce() throws {
        let summary = try summary([
            SampleTrace.line("download", "a", nil, 0, 2_000_000, "done", bytes: 300),
            SampleTrace.line("download", "b", nil, 500_000, 1_000_000, "done", bytes: 200),
            SampleTrace.line("download", "c", nil, 1_000_000, 3_000_000, "done", bytes: 400),
            SampleTrace.line("download", "d", nil, 5_000_000, 6_000_000, "done", bytes: 60),
            SampleTrace.line("download", "f", nil, 5_200_000, 5_500_000, "done", bytes: 40),
            SampleTrace.line("download", "e", nil, 0, 9_000_000, "cancelled", bytes: 100),
        ])
        #expect(summary.bytesDownloaded == 1_000)
        #expect(summary.downloadRate == 250)
    }

    @Test("Trace: what there is nothing of has no rate")
    func test_init_ofNothing() throws {
        for lines in [[], [SampleTrace.line("download", "a", nil, 5, 5, "done", bytes: 100)]] {
            let summary = try summary(lines)
            #expect(summary.downloadRate == nil)
            #expect(summary.memory.rate == nil)
            #expect(summary.disk.rate == nil)
            #expect(summary.requests.median == nil)
            #expect(summary.duration == .zero)
            #expect(summary.stages.count == FeedImageTraceEvent.Stage.allCases.count)
        }
    }

    private func summary(_ lines: [String]) throws -> FeedImageTraceSummary {
        FeedImageTraceSummary(try FeedImageTrace(Data(lines.joined(separator: "\n").utf8)).events)
    }
}
