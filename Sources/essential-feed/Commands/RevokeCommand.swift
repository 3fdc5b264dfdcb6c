import ArgumentParser
import EssentialFeed
import EssentialFeedServer
import Foundation

struct RevokeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End somebody's access to your feed.",
        discussion: "A running server refuses the token within a second, and cuts its downloads.")

    @Argument(help: "Whose access ends, by the name in the list of tokens.")
    var name: String

    @OptionGroup var state: StateOptions

    func run() throws {
        let environment = ProgramEnvironment()
        let folder = try state.folder(environment: environment.variables)
        do throws(AccessError) {
            try TokenFile(in: folder).revoke(name)
        } catch {
            throw ProgramError(error)
        }
        try environment.streams.write(AccessStrings.table.text(.revoked, in: environment.language, name) + "\n")
    }
}
