import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedStore
import Foundation

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
            guard !json else {
                return try program.environment.streams.write(
                    JSONOutput.object([("freed_bytes", JSONOutput.number(freed))]))
            }
            try program.environment.streams.write(
                program.environment.text(
                    .cacheCleared, ByteCount.text(freed, in: program.environment.language)) + "\n")
        }
    }
}
