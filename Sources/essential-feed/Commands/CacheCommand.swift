import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: localized("Show or delete saved feeds and photos."),
        discussion: localized(
            """
            Examples:
              essential-feed cache status
              essential-feed cache prune
              essential-feed cache clear
            """),
        subcommands: [CacheStatusCommand.self, CachePruneCommand.self, CacheClearCommand.self])
}

struct CacheStatusCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: localized("Show which photos are saved, how old the feed is and how much space it uses."),
        discussion: localized(
            """
            Examples:
              essential-feed cache status
              essential-feed cache status --json
            """))

    @OptionGroup var client: ClientOptions

    @Flag(
        help: localized(
            """
            Print one JSON object: server, folder, saved_at, is_valid, feed_images, feed_images_saved, complete_offline, \
            images, image_bytes, image_bytes_limit.
            """))
    var json = false

    func run(in composition: ClientComposition) async throws {
        try await composition.runOffline(client) { program in
            let status: CacheStatus
            let offline: OfflineImages
            do {
                status = try await program.cache.status()
                offline = try await wanted(of: status, in: program)
            } catch {
                throw program.programError(for: error, .cacheUnreadable)
            }
            guard !json else { return try program.environment.streams.write(self.json(status, offline, in: program)) }
            try program.environment.streams.write(text(status, offline, in: program))
        }
    }

    /// Returns how many of the app's images for offline use are saved: the newest ones, or the feed to its known end.
    private func wanted(of status: CacheStatus, in program: CacheProgram) async throws -> OfflineImages {
        let count = status.feedImageCount ?? 0
        let limit = program.start.settings.offlineChoice.count.flatMap { $0 > 0 ? $0 : nil }
        var images = SavedImages(saved: status.cachedFeedImageCount, total: count)
        if let limit, limit < count {
            let urls = try await program.cache.retrieve()?.images.prefix(limit).map(\.url) ?? []
            images = SavedImages(saved: try await program.cache.savedImages(of: urls).saved, total: limit)
        }
        let isWhole = status.isFeedWhole && images.total == count
        return OfflineImages(
            images: images, isWholeFeed: isWhole,
            isComplete: images.saved == images.total && (images.total == limit || isWhole))
    }

    private func json(_ status: CacheStatus, _ offline: OfflineImages, in program: CacheProgram) -> JSONOutput {
        [
            "server": .string(program.address.displayText),
            "folder": JSONOutput(status.folder?.path(percentEncoded: false)),
            "saved_at": JSONOutput(status.loadedAt.map(WireDate.text)),
            "is_valid": .bool(isValid(status, in: program)),
            "feed_images": .number(status.feedImageCount ?? 0),
            "feed_images_saved": .number(status.cachedFeedImageCount),
            "complete_offline": .bool(offline.isComplete),
            "images": .number(status.cachedImageCount),
            "image_bytes": .number(status.cachedImageBytes),
            "image_bytes_limit": .number(status.imageLimit),
        ]
    }

    private func text(_ status: CacheStatus, _ offline: OfflineImages, in program: CacheProgram) -> String {
        let language = program.environment.language
        let images = language.text(
            ProgramStrings.statusImagesOf, String(status.cachedFeedImageCount), String(status.cachedImageCount),
            ByteCount.text(status.cachedImageBytes, in: language), ByteCount.text(status.imageLimit, in: language))
        let rows: [(ProgramStrings, String)] = [
            (.statusServer, program.address.displayText),
            (.statusFeed, feed(status, in: program)),
            (.statusImages, images),
            (.statusOffline, status.feedImageCount == nil ? "–" : offline.text(in: language)),
            (.statusFolder, status.folder?.path(percentEncoded: false) ?? "–"),
        ]
        let labels = rows.map { language.text($0.0) }
        let width = labels.map(TerminalText.width).max() ?? 0
        let lines = zip(labels, rows).map { label, row in
            program.environment.style.bold(TerminalText.padded(label, to: width)) + "  " + TerminalText.line(row.1)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func feed(_ status: CacheStatus, in program: CacheProgram) -> String {
        let language = program.environment.language
        guard let count = status.feedImageCount, let loadedAt = status.loadedAt else {
            return language.text(ProgramStrings.statusNoFeed)
        }
        let age = RelativeDate(now: program.environment.now(), calendar: .current, locale: language.locale).text(
            for: loadedAt)
        let key: ProgramStrings = isValid(status, in: program) ? .statusFeedValid : .statusFeedExpired
        return language.text(key, String(count), age)
    }

    private func isValid(_ status: CacheStatus, in program: CacheProgram) -> Bool {
        status.loadedAt.map { FeedCachePolicy.isValid($0, at: program.environment.now()) } ?? false
    }
}

struct CachePruneCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: localized("Delete the saved feed if it has expired or is damaged, and other servers' expired feeds."),
        discussion: localized(
            """
            A feed expires seven days after it was loaded. A valid feed and its photos stay saved.

            Examples:
              essential-feed cache prune
              essential-feed cache prune --json
            """))

    @OptionGroup var client: ClientOptions

    @Flag(help: localized("Print one JSON object: is_valid, deleted."))
    var json = false

    func run(in composition: ClientComposition) async throws {
        try await composition.runOffline(client) { program in
            try await program.requireWriter()
            let before = await program.content()
            do {
                try await ValidateFeedCache(store: program.cache, now: program.environment.now).validate()
            } catch let error as FeedCacheClockError {
                throw ProgramError(status: .cacheFailed, message: program.environment.text(error))
            } catch {
                throw program.programError(for: error, .cacheNotValidated)
            }
            try await ServerCaches(in: program.start.cacheFolder).validate(
                at: program.environment.now(), report: program.environment.report)
            let after = await program.content()
            guard !json else {
                return try program.environment.streams.write(
                    ["is_valid": .bool(after == .feed), "deleted": .bool(before != after)])
            }
            let message: ProgramStrings =
                switch (before, after) {
                case (_, .feed): .cacheValid
                case (.nothing, _): .cacheNothing
                default: .cacheExpiredDeleted
                }
            try program.environment.streams.write(program.environment.text(message) + "\n")
        }
    }
}

struct CacheClearCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: localized("Delete the saved feed and its photos."),
        discussion: localized(
            """
            Examples:
              essential-feed cache clear
              essential-feed cache clear --url https://photos.example.com
            """))

    @OptionGroup var client: ClientOptions

    @Flag(help: localized("Print one JSON object: freed_bytes."))
    var json = false

    func run(in composition: ClientComposition) async throws {
        try await composition.runOffline(client) { program in
            try await program.requireWriter()
            let freed = await program.bytesToFree()
            do {
                try await program.cache.delete()
            } catch {
                throw program.programError(for: error, .cacheNotDeleted)
            }
            guard !json else { return try program.environment.streams.write(["freed_bytes": .number(freed)]) }
            try program.environment.streams.write(
                program.environment.text(
                    .cacheCleared, ByteCount.text(freed, in: program.environment.language)) + "\n")
        }
    }
}
