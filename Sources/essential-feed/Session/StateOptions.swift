import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import Foundation

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
