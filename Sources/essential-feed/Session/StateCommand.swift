import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import Foundation

protocol StateCommand: ParsableCommand {
    var state: StateOptions { get }

    func run(over folder: URL, in environment: ProgramEnvironment) throws
}

extension StateCommand {
    func run() throws {
        let environment = ProgramEnvironment()
        let entered = EnteredFolder(try state.folder(environment: environment.variables))
        do {
            try withExtendedLifetime(entered) { try run(over: entered.url, in: environment) }
        } catch {
            guard let error = error as? ProgramError ?? ProgramError(server: error) else { throw error }
            throw ProgramError(status: error.status, message: entered.naming(error.message))
        }
    }
}

struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized("The folder of the server's state."),
            discussion: localized("Default: $XDG_STATE_HOME/essential-feed."),
            valueName: "dir"),
        completion: .directory)
    var state: String?

    func folder(environment: [String: String]) throws(AccessError) -> URL {
        try TokenFile.stateFolder(state, environment: environment)
    }
}
