import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Foundation

@main
struct EssentialFeedProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "essential-feed",
        abstract: localized("Share a folder of photos with friends, and see theirs, online and offline."),
        discussion: localized(
            """
            Examples:
              essential-feed serve ~/Photos
              essential-feed invite maria
              export ESSENTIAL_FEED_URL=https://photos.example.com
              essential-feed feed --pages 3
              essential-feed feed --offline --json
              essential-feed comments 6
              essential-feed image 6 -o photo.jpg
              essential-feed sync
              essential-feed cache status

            Exit status:
              0    success, even if the saved feed is shown
              64   the command line is wrong
              65   the server's answer can't be used
              66   not found
              69   the server doesn't answer and nothing is saved, or it can't start
              71   the system's limits are too low
              73   the output file can't be written
              74   the cache or the server's state can't be used
              77   the comment was refused
              129  the terminal was closed
              130  interrupted (Ctrl-C)
              143  terminated

            Environment:
              ESSENTIAL_FEED_URL       the server's address, unless --url is given
              HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                                       proxies to use, and hosts to reach directly
              SSL_CERT_FILE            certificates to trust, in place of the system's
              LANGUAGE, LC_ALL, LANG   the language of messages: en, el or pt_BR
              NO_COLOR                 output without colors

            Files:
              ~/.cache/essential-feed        feeds and photos saved for offline use
              ~/.config/essential-feed       the app's settings and sign-ins
              ~/.local/state/essential-feed  a server's state and tokens
            """),
        version: "essential-feed \(Version.current)",
        subcommands: [
            FeedCommand.self, ImageCommand.self, CommentsCommand.self, SyncCommand.self, CacheCommand.self,
            ServeCommand.self, InviteCommand.self, PeopleCommand.self, RevokeCommand.self, HideCommand.self,
            ShowCommand.self, CloseCommand.self, ReopenCommand.self, LogCommand.self, BackupCommand.self,
            RestoreCommand.self,
        ])

    static func main() async {
        ignoreSignalsOfWrites()
        let command: any ParsableCommand
        do {
            command = try parseAsRoot()
        } catch  where exitCode(for: error) == .validationFailure {
            let text = UsageMessage.text(error, arguments: Array(CommandLine.arguments.dropFirst()))
            end(with: ProgramError(status: .usage, message: text))
        } catch {
            exit(withError: error)
        }
        do {
            try ProgramStart.checkOpenFiles()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = command
                try command.run()
            }
        } catch let interruption as Interruption {
            Foundation.exit(interruption.status.rawValue)
        } catch OutputError.closed {
            // The reader of the output has ended.
        } catch OutputError.failed(let error) {
            end(with: ProgramError(status: .cannotCreate, message: localized("can’t write the output: \(error)")))
        } catch {
            guard let error = error as? ProgramError ?? ProgramError(server: error) else { exit(withError: error) }
            end(with: error)
        }
    }

    private static func end(with error: ProgramError) -> Never {
        StandardStreams().note("essential-feed: \(error.message)")
        Foundation.exit(error.status.rawValue)
    }

    /// A closed output, and a file that must not grow any further (`ulimit -f`), fail the write instead of ending the
    /// program.
    private static func ignoreSignalsOfWrites() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
