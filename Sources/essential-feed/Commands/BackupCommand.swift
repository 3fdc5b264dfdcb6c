import ArgumentParser
import EssentialFeed
import EssentialFeedServer
import Foundation

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Save what your server knows in one file.",
        discussion: """
            Saves what can't be made again: the order of the photos, those that were deleted, tokens, and the server's \
            address. It doesn't save the photos. Servers may run meanwhile. The file is a tar archive, which only its \
            owner can read. Keep it like a password: whoever has it can make URLs of your images.

            Examples:
              essential-feed backup photos.backup
              essential-feed backup photos.backup ~/Photos
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Argument(help: "The only photo folder to save, as the server was given it. Default: all.", completion: .directory)
    var folder: String?

    @OptionGroup var state: StateOptions

    @Flag(help: "Replace the file if it is there already.")
    var force = false

    func run() throws {
        let environment = ProgramEnvironment()
        let state = try state.folder(environment: environment.variables)
        let content: BackupContent
        do throws(BackupError) {
            content = try StateBackup(of: state, now: environment.now)
                .write(to: file, folder: folder, mayReplace: force)
        } catch {
            throw ProgramError(error)
        }
        try environment.streams.write(
            BackupStrings.table.text(
                .backedUp, in: environment.language, TerminalText.line(file), String(content.photos),
                String(content.folders), String(content.tokens)) + "\n")
    }
}
