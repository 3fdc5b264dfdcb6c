import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

struct RestoreCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: localized("Restore the server's state from a backup."),
        discussion: localized(
            """
            Stop the server first. Replaces the whole state with the state in the backup, and keeps the previous state \
            beside it. A damaged backup is rejected.

            Examples:
              essential-feed restore photos-backup
              essential-feed restore photos-backup /srv/photos    (if the photos were moved)
            """))

    @Argument(help: localized("The folder that essential-feed backup wrote."), completion: .directory)
    var backup: String

    @Argument(help: localized("The photo folder, if it was moved."), completion: .directory)
    var folder: String?

    @OptionGroup var state: StateOptions

    func run(over state: URL, in environment: ProgramEnvironment) throws {
        let result = try StateRestoration(of: state, now: environment.now).restore(from: backup, to: folder)
        let content = result.content
        try environment.streams.write(
            environment.text(
                .restored, TerminalText.line(state.path(percentEncoded: false)), String(content.photos),
                String(content.folders), String(content.tokens)) + "\n"
                + (result.kept.map { environment.text(.kept, TerminalText.line($0)) + "\n" } ?? ""))
        if content.tokens > 0 { environment.note(environment.text(.invitationsAreOld)) }
    }
}
