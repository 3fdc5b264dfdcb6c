import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import Foundation

/// The options of every command that uses a server's state.
struct StateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized("The folder of the server's state."),
            discussion: localized("Default: $XDG_STATE_HOME/essential-feed."),
            valueName: "dir"),
        completion: .directory)
    var state: String?

    /// Returns the folder of the server's state.
    func folder(environment: [String: String]) throws(AccessError) -> URL {
        try TokenFile.stateFolder(state, environment: environment)
    }
}

/// A command over a server's state.
protocol StateCommand: ParsableCommand {
    var state: StateOptions { get }

    /// Runs the command over the folder of the server's state.
    func run(over folder: URL, in environment: ProgramEnvironment) throws
}

extension StateCommand {
    func run() throws {
        let environment = ProgramEnvironment()
        try run(over: state.folder(environment: environment.variables), in: environment)
    }
}
