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
            complain(start.language.text(error))
            throw ExitCode(64)
        }
        let feed = FeedController(
            loadCached: session.loadFeed.loadCached, load: session.loadFeed.load,
            in: ScreenContext(
                now: { Date() }, language: start.language, reconnectClock: ContinuousClock(), report: report))
        let face = WatchFace(of: feed)
        feed.view = face
        feed.appear()
        feed.foregroundChanged(true)
        let turns = Task { [seconds] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(seconds))
                    face.showNext()
                }
            } catch {
                // The program ends.
            }
        }
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { break }
        turns.cancel()
        feed.stop()
        await session.close { _, error in error.map(report) }
    }
}

/// Writes one caption after another; on a terminal each takes the place of the one before.
@MainActor private final class WatchFace: FeedView {
    private static let columns = 30
    private let feed: FeedController
    private var viewModel = FeedViewModel()
    private var position = 0
    private var written: String?

    init(of feed: FeedController) {
        self.feed = feed
    }

    func display(_ viewModel: FeedViewModel) {
        let shown = self.viewModel.rows.isEmpty ? nil : self.viewModel.rows[position].id
        self.viewModel = viewModel
        position = viewModel.rows.firstIndex { $0.id == shown } ?? 0
        writeCaption()
    }

    /// Shows the next caption, after the last one the first, and asks for more before the last one.
    func showNext() {
        position = position + 1 < viewModel.rows.count ? position + 1 : 0
        if viewModel.newestOffer != nil { feed.showNewest() }
        if viewModel.loadMore != nil, viewModel.rows.count - position <= 3 { feed.retryLoadMore() }
        feed.timePassed()
        writeCaption()
    }

    func scrollToTop() {
        position = 0
        writeCaption()
    }

    func scroll(to card: FeedPlace.Card) {}

    private func writeCaption() {
        let message: String? =
            switch viewModel.content {
            case .rows, .loading: nil
            case .empty(let text), .failed(let text): text
            }
        var parts = [message, viewModel.isRefreshing ? "…" : viewModel.note]
        if !viewModel.rows.isEmpty {
            let texts = feed.texts(of: viewModel.rows[position])
            let place = [texts.location ?? texts.author, texts.date].compactMap(\.self).joined(separator: ", ")
            parts = ["\(position + 1)/\(viewModel.rows.count) \(place)", texts.description] + parts
        }
        let lines = parts.compactMap(\.self)
            .flatMap { TerminalText.wrapped(TerminalText.sanitized($0), columns: Self.columns) }
        let text = lines.joined(separator: "\n")
        guard text != written else { return }
        written = text
        write(isatty(STDOUT_FILENO) == 1 ? "\u{1B}[H\u{1B}[2J\(text)" : "\(text)\n\n", to: .standardOutput)
    }
}

private func write(_ text: String, to stream: FileHandle) {
    stream.write(Data(text.utf8))
}
