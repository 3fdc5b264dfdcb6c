import ArgumentParser
import EssentialFeed
import Foundation

@main
struct EssentialFeedProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "essential-feed",
        abstract: "Your friends' newest images, online and offline.",
        discussion: """
            Examples:
              essential-feed serve ~/Photos
              export ESSENTIAL_FEED_URL=http://127.0.0.1:8080
              essential-feed feed --pages 3
              essential-feed feed --offline --json
              essential-feed comments 6
              essential-feed image 6 -o photo.jpg
              essential-feed sync
              essential-feed cache status

            Exit status: 0 done, 64 usage, 65 the answer cannot be used, 66 not found, 69 no answer and nothing saved,
            73 the file cannot be written, 74 the cache cannot be used, 130 interrupted,
            143 terminated.
            """,
        version: "essential-feed \(Version.current)",
        subcommands: [
            FeedCommand.self, ImageCommand.self, CommentsCommand.self, SyncCommand.self, CacheCommand.self,
            ServeCommand.self,
        ])

    static func main() async {
        ignoreSignalsOfWrites()
        let command: any ParsableCommand
        do {
            command = try parseAsRoot()
        } catch {
            exit(withError: error)
        }
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
        } catch let failure as ProgramFailure {
            StandardStreams().note("essential-feed: \(failure.message)")
            Foundation.exit(failure.status.rawValue)
        } catch let interruption as Interruption {
            Foundation.exit(interruption.status.rawValue)
        } catch is StandardStreams.Closed {
            // Whoever read the output has had enough, as `head` does.
        } catch let failure as StandardStreams.Failed {
            StandardStreams().note("essential-feed: \(String(cString: strerror(failure.code)))")
            Foundation.exit(ExitStatus.cannotCreate.rawValue)
        } catch {
            exit(withError: error)
        }
    }

    /// A closed output, and a file that may not grow any more (`ulimit -f`), are seen as errors of the write.
    private static func ignoreSignalsOfWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
