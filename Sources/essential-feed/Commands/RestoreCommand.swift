import ArgumentParser
import EssentialFeed
import EssentialFeedServer
import Foundation

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Give your server the state of a backup.",
        discussion: """
            Replaces the whole state by that of the backup, and keeps what was there beside it. A backup that isn't as it \
            was written changes nothing. End the server first.

            Examples:
              essential-feed restore photos.backup
              essential-feed restore photos.backup /srv/photos    (the photos are in another folder now)
            """)

    @Argument(help: "The file that essential-feed backup has written.", completion: .file())
    var file: String

    @Argument(help: "The photo folder, if it isn't where it was.", completion: .directory)
    var folder: String?

    @OptionGroup var state: StateOptions

    func run() throws {
        let environment = ProgramEnvironment()
        let state = try state.folder(environment: environment.variables)
        let result: RestoredState
        do throws(BackupError) {
            result = try StateRestoration(of: state, now: environment.now).restore(from: file, to: folder)
        } catch {
            throw ProgramError(error)
        }
        func text(_ key: BackupStrings, _ arguments: String...) -> String {
            BackupStrings.table.text(key, in: environment.language, arguments) + "\n"
        }
        let content = result.content
        try environment.streams.write(
            text(
                .restored, TerminalText.line(state.path(percentEncoded: false)), String(content.photos),
                String(content.folders), String(content.tokens))
                + (result.kept.map { text(.kept, TerminalText.line($0)) } ?? ""))
    }
}
