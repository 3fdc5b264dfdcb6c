import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import Foundation

struct BackupCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: localized("Back up the server's state."),
        discussion: localized(
            """
            Saves what can't be created again: the order of the photos, deleted photos, comments and reactions of \
            friends, invitations and the server's address. The backup contains the photos that \
            friends have posted, but not those in your folder. Servers may keep running. The backup is a folder that \
            only its owner can open. Keep it as safe as a password: anyone who has it can create URLs of your photos.

            Examples:
              essential-feed backup photos-backup
              essential-feed backup photos-backup ~/Photos
            """))

    @Argument(help: localized("Write the backup to this folder, which must be new or empty."), completion: .directory)
    var backup: String

    @Argument(
        help: localized("Back up the state of this photo folder only. Default: all folders."), completion: .directory)
    var folder: String?

    @OptionGroup var state: StateOptions

    func run(over state: URL, in environment: ProgramEnvironment) throws {
        let content = try StateBackup(of: state).write(to: backup, folder: folder)
        try environment.streams.write(
            environment.text(
                .backedUp, TerminalText.line(backup), String(content.posts), String(content.comments),
                String(content.tokens)) + "\n")
    }
}

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

    func run(over _: URL, in environment: ProgramEnvironment) throws {
        // The new state is prepared beside the folder, and replaces it.
        let state = try state.folder(environment: environment.variables)
        let result = try StateRestoration(of: state, now: environment.now).restore(from: backup, to: folder)
        let content = result.content
        try environment.streams.write(
            environment.text(
                .restored, TerminalText.line(state.path(percentEncoded: false)), String(content.posts),
                String(content.comments), String(content.tokens)) + "\n"
                + (result.kept.map { environment.text(.kept, TerminalText.line($0)) + "\n" } ?? ""))
        guard content.tokens > 0 else { return }
        environment.note(environment.text(.invitationsAreOld))
        environment.note(environment.text(.browsersSignedOut, result.ownerName ?? "NAME"))
    }
}
