import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

struct RevokeCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: localized("End a person's access to your feed."),
        discussion: localized(
            """
            A running server rejects the person's link within a second and stops their downloads.

            Examples:
              essential-feed revoke maria
            """))

    @Argument(help: localized("The person to remove, as listed by essential-feed tokens."))
    var name: String

    @OptionGroup var state: StateOptions

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        try TokenFile(in: folder).revoke(name)
        try environment.streams.write(environment.text(.revoked, name) + "\n")
    }
}
