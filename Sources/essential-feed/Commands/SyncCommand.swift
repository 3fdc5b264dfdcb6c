import ArgumentParser
import EssentialFeed
import Foundation
import Logging

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Save the newest feed with all its images, current ones, to be seen offline.",
        discussion: """
            Examples:
              essential-feed sync
              essential-feed sync --pages 4
            """)

    @OptionGroup var client: ClientOptions
    @OptionGroup var tracing: TraceOptions

    @Option(help: ArgumentHelp("How many pages of the feed to load.", valueName: "n"))
    var pages = 1

    @Flag(help: "Print one JSON object: images, saved, complete, downloaded_bytes, failed.")
    var json = false

    func validate() throws {
        guard pages >= 1 else { throw ValidationError("--pages takes a number from 1 on.") }
    }

    func run() async throws {
        try await ClientProgram.run(client, trace: tracing.trace) { program in
            let page = try await program.loading { try await feed(in: program) }
            if let note = program.note(for: page) { program.streams.note("essential-feed: \(note)") }
            let clock = ContinuousClock()
            let start = clock.now
            let progress = ImagesProgress(language: program.language) { start.duration(to: clock.now) }
            let bar = ProgressBar(streams: program.streams) { _, columns in progress.line(columns: columns) }
            let images: SavedFeedImages
            do {
                images = try await bar.during {
                    try await program.saveFeedImages.save(page.images.map(\.url), isRenewing: page.origin.isRemote) {
                        progress.update($0)
                    }
                }
            } catch is CancellationError {
                let saved = String(progress.images?.saved ?? 0)
                let text = ProgramStrings.table.text(
                    .syncInterrupted, in: program.language, saved, String(page.images.count))
                program.streams.note("essential-feed: \(text)")
                throw CancellationError()
            }
            for failure in images.unrenewed {
                program.session.logger.warning("\(failure.url.absoluteString) was not renewed: \(failure.error)")
            }
            let kept = await KeptFeed(images, of: page, in: program)
            try program.streams.write(json ? Self.json(kept) : Self.text(kept, in: program))
            if let failure = Self.failure(kept, in: program) { throw failure }
        }
    }

    private func feed(in program: ClientProgram) async throws -> FeedPage {
        do {
            var page = try await program.loadFeed.execute()
            var count = 1
            while page.origin.isRemote, count < pages, let loadMore = page.loadMore {
                page = try await loadMore()
                count += 1
            }
            return page
        } catch let error as LoadFeedError {
            throw ProgramFailure(
                status: ExitStatus(error), message: ErrorMessage.text(for: error, in: program.language))
        } catch let error as RemoteError {
            throw ProgramFailure(
                status: ExitStatus(error, notFound: false), message: ErrorMessage.text(for: error, in: program.language)
            )
        }
    }

    private static func text(_ kept: KeptFeed, in program: ClientProgram) -> Data {
        let text = OfflineImages.text(
            kept.saved, of: kept.images.total, isComplete: kept.isComplete, in: program.language)
        return Data((text + "\n").utf8)
    }

    private static func json(_ kept: KeptFeed) -> Data {
        let images = kept.images
        let failed = images.failures.map { JSONOutput.string($0.url.absoluteString) }
        return JSONOutput.object([
            ("images", JSONOutput.number(images.total)),
            ("saved", JSONOutput.number(kept.saved)),
            ("complete", JSONOutput.bool(kept.isComplete)),
            ("downloaded_bytes", JSONOutput.number(images.downloadedBytes)),
            ("failed", Data("[".utf8) + Data(failed.joined(separator: Data(",".utf8))) + Data("]".utf8)),
        ])
    }

    /// Why the feed is not complete offline.
    private static func failure(_ kept: KeptFeed, in program: ClientProgram) -> ProgramFailure? {
        let images = kept.images
        if let error = images.failures.first?.error as? RemoteError {
            return ProgramFailure(
                status: ExitStatus(error, notFound: false), message: ErrorMessage.text(for: error, in: program.language)
            )
        }
        if images.isLimited { return program.failure(.cacheFailed, .syncLimited) }
        return kept.isComplete ? nil : program.failure(.cacheFailed, .syncUnsaved)
    }
}
