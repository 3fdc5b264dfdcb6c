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
              essential-feed invite maria
              export ESSENTIAL_FEED_URL=http://127.0.0.1:8080
              essential-feed feed --pages 3
              essential-feed feed --offline --json
              essential-feed comments 6
              essential-feed image 6 -o photo.jpg
              essential-feed sync
              essential-feed cache status

            Exit status: 0 done, 1 doctor found errors, 64 usage, 65 the answer cannot be used, 66 not found, 69 no answer and nothing saved,
            73 the file cannot be written, 74 the cache or the server's state cannot be used, 130 interrupted,
            143 terminated.
            """,
        version: "essential-feed \(Version.current)",
        subcommands: [
            FeedCommand.self, ImageCommand.self, CommentsCommand.self, SyncCommand.self, CacheCommand.self,
            ServeCommand.self, InviteCommand.self, TokensCommand.self, RevokeCommand.self, BackupCommand.self,
            RestoreCommand.self, DoctorCommand.self,
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
        } catch let error as ProgramError {
            StandardStreams().note("essential-feed: \(error.message)")
            Foundation.exit(error.status.rawValue)
        } catch let interruption as Interruption {
            Foundation.exit(interruption.status.rawValue)
        } catch OutputError.closed {
            // Whatever reads the output has had enough.
        } catch OutputError.failed(let error) {
            StandardStreams().note("essential-feed: \(error)")
            Foundation.exit(ExitStatus.cannotCreate.rawValue)
        } catch {
            exit(withError: error)
        }
    }

    /// Makes a closed output, and a file that must not grow any further (`ulimit -f`), fail the write instead of ending
    /// the program.
    private static func ignoreSignalsOfWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
