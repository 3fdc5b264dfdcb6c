// The feed on a wrist: one caption at a time, 30 columns wide.

import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Foundation
import UnixSignals

@main
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Watch", abstract: "The captions of a friend's newest photos, one at a time.",
        version: Version.current)

    @Option(help: ArgumentHelp("The server's address (or ESSENTIAL_FEED_URL).", valueName: "base"))
    var url: String?

    @Option(help: ArgumentHelp("Where the feed is saved.", valueName: "dir"), completion: .directory)
    var cacheDir: String?

    @Option(help: ArgumentHelp("How long each caption stays.", valueName: "n"))
    var seconds = 8.0

    @Flag(name: .shortAndLong, help: "Report on standard error what fails behind the scenes.")
    var verbose = false

    func validate() throws {
        guard (0.1...86_400).contains(seconds) else { throw ValidationError("--seconds must be from 0.1 to 86400.") }
    }

    @MainActor func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let complain: @Sendable (String) -> Void = {
            write("Watch: \(TerminalText.line($0))\n", to: .standardError)
        }
        let report: @Sendable (any Error) -> Void = { [verbose] in if verbose { complain("\($0)") } }
        let start = ProgramStart(url: url, cacheDir: cacheDir, environment: environment, report: report)
        let session: ServerSession<Data>
        do throws(ProgramStartError) {
            let context = try start.context(report: report, reportCacheError: { complain("\($0)") })
            session = await ServerSession.open(try start.address(), in: context)
        } catch {
            complain(error.message(in: start.language))
            throw ExitCode(64)
        }
        let feed = FeedController(
            loadCached: session.loadFeed.loadCached, load: session.loadFeed.load,
            in: ScreenContext(
                now: { Date() }, language: start.language, reconnectClock: ContinuousClock(), report: report))
        let slideshow = SlideshowController(of: feed, turn: .seconds(seconds), clock: ContinuousClock())
        let face = WatchFace { slideshow.imageSeen() }
        slideshow.view = face
        slideshow.start()
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { break }
        slideshow.stop()
        await session.close { _, error in error.map(report) }
    }
}

/// Writes each caption; on a terminal it takes the place of the one before.
@MainActor private final class WatchFace: SlideshowView {
    private static let columns = 30
    private let onSeen: () -> Void

    init(onSeen: @escaping () -> Void) {
        self.onSeen = onSeen
    }

    func display(_ viewModel: SlideshowViewModel) {
        let (texts, isTerminal) = (viewModel.texts, isatty(STDOUT_FILENO) == 1)
        var parts = [viewModel.message, viewModel.isLoading ? "…" : viewModel.note]
        if !viewModel.images.isEmpty {
            let place = [texts.location ?? texts.author, texts.date].compactMap(\.self).joined(separator: ", ")
            parts = ["\(viewModel.number)/\(viewModel.count) \(place)", texts.description] + parts
        }
        let lines = parts.compactMap(\.self)
            .flatMap { TerminalText.wrapped(TerminalText.sanitized($0), columns: Self.columns) }
        let text = lines.joined(separator: "\n")
        write(isTerminal ? "\u{1B}[H\u{1B}[2J\(text)" : "\(text)\n\n", to: .standardOutput)
        onSeen()
    }
}

private func write(_ text: String, to stream: FileHandle) {
    stream.write(Data(text.utf8))
}
