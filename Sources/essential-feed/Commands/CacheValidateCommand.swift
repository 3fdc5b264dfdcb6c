import ArgumentParser
import EssentialFeed
import EssentialFeedStore
import Foundation
import Logging

struct CacheValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Delete the saved feed if it has expired or is damaged, and other servers' that no program uses.")

    @OptionGroup var client: ClientOptions

    @Flag(help: "Print one JSON object: is_valid, deleted.")
    var json = false

    func run() async throws {
        try await CacheProgram.run(client) { program in
            try await program.requireWriter()
            let before = await program.content()
            do {
                try await ValidateFeedCache(store: program.cache, now: program.session.now).validate()
            } catch let error as FeedCacheClockError {
                throw ProgramFailure(status: .cacheFailed, message: program.session.savedAhead(error))
            } catch {
                throw program.failure(for: error, .cacheNotValidated)
            }
            let logger = program.session.logger
            try await UnusedCaches(in: program.folder, now: program.session.now).validate { logger.warning("\($0)") }
            let after = await program.content()
            guard !json else {
                return try program.session.streams.write(
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
            try program.session.streams.write(ProgramStrings.table.text(message, in: program.session.language) + "\n")
        }
    }
}
