import EssentialFeed
import Foundation
import ImagePipeline
import TestSupport
import Testing

@Suite struct FeedImageWaterfallTests {
    @Test("Trace: the slowest request is first, and all bars begin at the left")
    func test_init_slowestFirst() throws {
        let waterfall = FeedImageWaterfall(try sample(), columns: 40, limit: 9, order: .slowest)
        #expect(
            draw(waterfall) == [
                "1 a.jpg done     |.....d....cccccfffff===============####-",
                "2 b.jpg cancelled|d....===============",
                "5 d.jpg failed   |==========",
                "4 c.jpg done     |d.###",
                "3 a.jpg done     |m",
            ])
        #expect(waterfall.span == .milliseconds(800))
        #expect(waterfall.leftOut == 0)
    }

    @Test("Trace: in order of time the bars stand where they were")
    func test_init_inOrderOfTime() throws {
        let waterfall = FeedImageWaterfall(try sample(), columns: 48, limit: 9, order: .time)
        #expect(
            draw(waterfall) == [
                "1 a.jpg done     |........ccccffff============####",
                "2 b.jpg cancelled|    ....============",
                "3 a.jpg done     |                                    m",
                "4 c.jpg done     |                                    d.##",
                "5 d.jpg failed   |                                        ========",
            ])
        #expect(waterfall.span == .milliseconds(1200))
    }

    @Test("Trace: a limit keeps the slowest, in either order", arguments: FeedImageWaterfall.Order.allCases)
    func test_init_keepsSlowest(order: FeedImageWaterfall.Order) throws {
        let waterfall = FeedImageWaterfall(try sample(), columns: 10, limit: 3, order: order)
        #expect(waterfall.rows.map(\.request) == [1, 2, 5])
        #expect(waterfall.leftOut == 2)
        let none = FeedImageWaterfall(try sample(), columns: 10, limit: 0, order: order)
        #expect(none.rows.isEmpty)
        #expect(none.leftOut == 5)
    }

    @Test("Trace: no bar is empty or wider than the columns, and none begins or ends outside them")
    func test_init_staysInColumns() throws {
        for columns in [-1, 0, 1, 2, 3, 7, 80, 333, 5_000_000] {
            for order in FeedImageWaterfall.Order.allCases {
                for row in FeedImageWaterfall(try sample(), columns: columns, limit: 9, order: order).rows {
                    #expect(row.cells.last != .some(nil))
                    #expect((1...max(1, columns)).contains(row.cells.count))
                }
            }
        }
    }

    @Test("Trace: a request shows the stages that ran while it did, not those before and after it of the same image")
    func test_init_takesStagesOfItsTime() throws {
        let waterfall = FeedImageWaterfall(
            try events([
                SampleTrace.line("download", "a", nil, 0, 500, "done"),
                SampleTrace.line("total", "a", 1, 0, 500, "done"),
                SampleTrace.line("total", "a", 2, 250, 500, "done"),
                SampleTrace.line("memory", "a", 3, 500, 700, "done"),
                SampleTrace.line("total", "a", 3, 500, 700, "done"),
                SampleTrace.line("disk", "a", nil, 700, 1000, "done"),
                SampleTrace.line("memory", "a", 9, 500, 700, "done"),
            ]), columns: 20, limit: 9, order: .time)
        #expect(
            draw(waterfall) == [
                "1 a done     |===============", "2 a done     |       ========", "3 a done     |              mmmmmm",
            ])
    }

    @Test("Trace: a column shows the stage that took most of it, and a request without stages is seen too")
    func test_init_showsLongestStage() throws {
        let waterfall = FeedImageWaterfall(
            try events([
                SampleTrace.line("disk", "a", nil, 0, 60, "done"),
                SampleTrace.line("decode", "a", nil, 60, 200, "done"),
                SampleTrace.line("total", "a", 1, 0, 400, "done"),
                SampleTrace.line("total", "b", 2, 400, 400, "cancelled"),
            ]), columns: 4, limit: 9, order: .time)
        #expect(draw(waterfall) == ["1 a done     |d#--", "2 b cancelled|   -"])
    }

    @Test("Trace: of a download, the time to the connection and to the first byte are shown as theirs")
    func test_init_showsPartsOfDownload() throws {
        let waterfall = FeedImageWaterfall(
            try events([
                SampleTrace.line("connect", "a", nil, 0, 60, "done"),
                SampleTrace.line("firstByte", "a", nil, 60, 190, "done"),
                SampleTrace.line("download", "a", nil, 0, 400, "done"),
                SampleTrace.line("total", "a", 1, 0, 400, "done"),
            ]), columns: 4, limit: 9, order: .time)
        #expect(draw(waterfall) == ["1 a done     |cf=="])
    }

    @Test("Trace: a row is named by the last part of the path, or the host")
    func test_init_namesRows() throws {
        let lines = ["http://host/x/y%20z.jpg?a=b", "http://host/", "http://host"].map {
            SampleTrace.line("total", "a", 1, 0, 0, "done").replacing("http://host/image/a", with: $0)
        }
        let waterfall = FeedImageWaterfall(try events(lines), columns: 4, limit: 9, order: .time)
        #expect(waterfall.rows.map(\.name) == ["y z.jpg", "host", "host"])
    }

    @Test("Trace: of a thousand requests of one image the slowest are kept")
    func test_init_takesThousands() throws {
        let lines = (0..<1000).flatMap { number in
            [
                SampleTrace.line("download", "a", nil, number * 10, number * 10 + 5, "done"),
                SampleTrace.line("total", "a", number, number * 10, number * 10 + number, "done"),
            ]
        }
        let waterfall = FeedImageWaterfall(try events(lines), columns: 80, limit: 2, order: .slowest)
        #expect(waterfall.rows.map(\.request) == [999, 998])
        #expect(waterfall.leftOut == 998)
    }

    private func sample() throws -> [FeedImageTraceEvent] { try events(SampleTrace.lines) }

    private func events(_ lines: [String]) throws -> [FeedImageTraceEvent] {
        try FeedImageTrace(Data(lines.joined(separator: "\n").utf8)).events
    }

    /// By the letters of a test of its own: what the terminal shows is tested there.
    private func draw(_ waterfall: FeedImageWaterfall) -> [String] {
        let letters: [FeedImageTraceEvent.Stage: String] = [
            .queue: ".", .memory: "m", .disk: "d", .connect: "c", .firstByte: "f", .download: "=", .decode: "#",
            .total: "-",
        ]
        return waterfall.rows.map { row in
            let outcome = row.outcome.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
            let bar = row.cells.map { $0.flatMap { letters[$0] } ?? " " }.joined()
            return "\(row.request ?? 0) \(row.name) \(outcome)|\(bar)"
        }
    }
}
