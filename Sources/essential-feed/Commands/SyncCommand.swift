import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation

struct SyncCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: localized("Save the newest photos of the feed for offline use."),
        discussion: localized(
            """
            Examples:
              essential-feed sync
              essential-feed sync --pages 4
            """))

    @OptionGroup var client: ClientOptions

    @Option(help: ArgumentHelp(localized("Save this many pages of the feed."), valueName: "n"))
    var pages = 1

    @Flag(
        help: localized(
            """
            Print one JSON object: feed_images, feed_images_saved, complete_offline, downloaded_bytes, failed (URLs).
            """))
    var json = false

    func validate() throws {
        guard pages >= 1 else { throw ValidationError(localized("--pages must be at least 1")) }
    }

    func run(in composition: ClientComposition) async throws {
        try await composition.run(client, savesImages: true) { program in
            let (page, error) = try await program.feed(pages: pages)
            if let error { throw await program.error(error) }
            let images = try await saveImages(of: page, in: program)
            let feed = await OfflineFeed(images, of: page, in: program)
            if json {
                try program.streams.write(Self.json(feed))
            } else {
                try program.streams.write(feed.offline.text(in: program.language) + "\n")
            }
            if let error = await Self.error(feed, in: program) { throw error }
        }
    }

    private func saveImages(of page: FeedPage, in program: ClientProgram) async throws -> SaveFeedImagesResult {
        let clock = ContinuousClock()
        let start = clock.now
        let progress = ImagesProgress(language: program.language) { start.duration(to: clock.now) }
        let bar = ProgressBar(streams: program.streams) { _, columns in progress.line(columns: columns) }
        do {
            return try await bar.during {
                try await program.session.saveFeedImages.save(page.images.map(\.url)) { progress.update($0) }
            }
        } catch is CancellationError {
            let saved = String(progress.images?.saved ?? 0)
            program.environment.note(program.environment.text(.syncInterrupted, String(page.images.count), saved))
            throw CancellationError()
        } catch {
            program.environment.report(error)
            throw program.environment.error(.cacheFailed, .cacheUnreadable)
        }
    }

    private static func json(_ feed: OfflineFeed) -> JSONOutput {
        [
            "feed_images": .number(feed.images.total),
            "feed_images_saved": .number(feed.offline.images.saved),
            "complete_offline": .bool(feed.offline.isComplete),
            "downloaded_bytes": .number(feed.images.downloadedBytes),
            "failed": .array(feed.images.failures.map { .string($0.url.absoluteString) }),
        ]
    }

    /// Returns why images of the loaded pages aren't available offline, or `nil` if all are.
    private static func error(_ feed: OfflineFeed, in program: ClientProgram) async -> ProgramError? {
        let images = feed.images
        let errors = images.failures.map(\.error)
        if let error = errors.lazy.compactMap({ $0 as? RemoteError }).first { return await program.error(error) }
        // The cause of the message.
        if let error = errors.first { program.environment.report(error) }
        if images.isLimited { return program.environment.error(.cacheFailed, .syncLimited) }
        guard !feed.isSaved else { return nil }
        let isInUse = await program.session.cache.access().isInUse
        return program.environment.error(.cacheFailed, isInUse ? .cacheInUse : .syncUnsaved)
    }
}

/// The part of a feed and its images that is on disk and remains after the program ends.
struct OfflineFeed {
    let images: SaveFeedImagesResult
    let offline: OfflineImages
    let isSaved: Bool

    /// A page from the server isn't on disk if the cache couldn't be written or another program is writing to it.
    init(_ images: SaveFeedImagesResult, of page: FeedPage, in program: ClientProgram) async {
        self.images = images
        let onDisk = await Self.cachedOnDisk(isNew: page.origin.isRemote, in: program)
        let saved = min(images.saved, onDisk ?? 0)
        isSaved = onDisk != nil && saved == images.total
        offline = OfflineImages(
            images: SavedImages(saved: saved, total: images.total), isWholeFeed: page.isWhole,
            isComplete: isSaved && page.isWhole)
    }

    /// Returns the number of the feed's images on disk, or `nil` if the feed itself isn't on disk.
    private static func cachedOnDisk(isNew: Bool, in program: ClientProgram) async -> Int? {
        let cache = program.session.cache
        switch await cache.access() {
        case .memory: return nil
        case .reader where isNew: return nil
        case .reader, .writer: break
        }
        do {
            return try await cache.status().cachedFeedImageCount
        } catch {
            program.environment.report(error)
            return nil
        }
    }
}

/// How many images are available offline, and whether they are the whole feed and all saved.
struct OfflineImages {
    let images: SavedImages
    let isWholeFeed: Bool
    let isComplete: Bool

    func text(in language: Language) -> String {
        let photos = isWholeFeed ? ProgramStrings.offlineFeed : .offlineNewest
        let parts = [
            language.text(photos, String(images.total)),
            language.text(ProgramStrings.offlineSaved, String(images.saved)),
        ]
        return (parts + (isComplete ? [language.text(ProgramStrings.offlineComplete)] : [])).joined(separator: ", ")
    }
}
