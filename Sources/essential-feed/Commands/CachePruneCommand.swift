import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation

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
        try await Self.run(client, json: json, in: composition)
    }

    static func run(_ client: ClientOptions, json: Bool, in composition: ClientComposition) async throws {
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
            try await ValidateUnusedCaches(in: program.start.cacheFolder, now: program.environment.now).validate(
                report: program.environment.report)
            let after = await program.content()
            guard !json else {
                return try program.environment.streams.write(
                    JSONOutput.object([
                        ("is_valid", JSONOutput.bool(after == .feed)),
                        ("deleted", JSONOutput.bool(before != after)),
                    ]))
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

/// The earlier name of ``CachePruneCommand``.
struct CacheValidateCommand: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "validate", shouldDisplay: false)

    @OptionGroup var client: ClientOptions

    @Flag var json = false

    func run(in composition: ClientComposition) async throws {
        try await CachePruneCommand.run(client, json: json, in: composition)
    }
}
