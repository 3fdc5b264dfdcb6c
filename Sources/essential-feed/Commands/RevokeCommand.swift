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
            A running server rejects the person's link within a second and stops their downloads. The person's \
            photos, comments and reactions stay, unless they are removed with --with-comments.

            Examples:
              essential-feed revoke maria
              essential-feed revoke maria --with-comments
            """))

    @Argument(help: localized("The person to remove, as listed by essential-feed people."))
    var name: String

    @Flag(help: localized("Delete the person's photos, comments and reactions, too."))
    var withComments = false

    @OptionGroup var state: StateOptions

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let moderation = StateModeration(of: folder, now: environment.now)
        do {
            try TokenFile(in: folder).revoke(name)
            if withComments { _ = try moderation.removeWritings(of: name) }
        } catch let error as AccessError {
            // The person's access may have ended earlier.
            guard withComments, error == .unknownName(name), try moderation.removeWritings(of: name) else {
                throw error
            }
        }
        try environment.streams.write(environment.text(.revoked, name) + "\n")
    }
}
