public import ArgumentParser
import EssentialFeed
import Foundation

struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Show where the time of each image went, from a file that --trace wrote.",
        discussion: """
            Each request is a bar of its stages; below the bars stand, for each stage, the times that half (p50) and 95 \
            of 100 (p95) of its runs kept within.

            Examples:
              essential-feed trace trace.jsonl
              essential-feed trace trace.jsonl --order time --limit 100
              essential-feed trace trace.jsonl --json
            """)

    @Argument(help: ArgumentHelp("A file that --trace wrote.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Of how many requests to show the bars: the slowest ones.", valueName: "n"))
    var limit = 20

    @Option(
        help: ArgumentHelp(
            "How the bars stand: side by side from the left, the slowest first; or where they were in time.",
            valueName: "slowest|time"))
    var order = FeedImageWaterfall.Order.slowest

    @Flag(help: "Print one JSON object, without bars: requests, memory, disk, downloaded_bytes, disk_bytes, stages.")
    var json = false

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit takes a number from 0 on.") }
    }

    func run() throws {
        let session = ProgramEnvironment()
        let trace = try read(session)
        if trace.isCutShort {
            session.streams.note("essential-feed: \(TraceStrings.table.text(.cutShort, in: session.language))")
        }
        let summary = FeedImageTraceSummary(trace.events)
        guard !json else { return try session.streams.write(TraceJSON.text(summary)) }
        guard !trace.events.isEmpty else {
            return try session.streams.write(TraceStrings.table.text(.noRequests, in: session.language) + "\n")
        }
        let text = WaterfallText(style: session.style, language: session.language)
        let bars = text.text(
            FeedImageWaterfall(trace.events, columns: text.barColumns, limit: limit, order: order))
        let figures = TraceSummaryText(style: session.style, language: session.language).text(summary)
        try session.streams.write(bars.isEmpty ? figures : bars + "\n" + figures)
    }

    private func read(_ session: ProgramEnvironment) throws(ProgramError) -> FeedImageTrace {
        func failure(_ status: ExitStatus, _ message: TraceStrings, _ arguments: String...) -> ProgramError {
            ProgramError(
                status: status,
                message: TraceStrings.table.text(message, in: session.language, [TerminalText.line(file)] + arguments))
        }
        let data: Data
        do {
            data = try FileInput(path: file).read()
        } catch {
            throw failure(.notFound, .unreadable, error.reason)
        }
        do {
            return try FeedImageTrace(data)
        } catch {
            guard let field = error.field else { throw failure(.unusableAnswer, .wrongLine, String(error.line)) }
            throw failure(.unusableAnswer, .wrongField, String(error.line), field)
        }
    }
}

extension FeedImageWaterfall.Order: ExpressibleByArgument {}
