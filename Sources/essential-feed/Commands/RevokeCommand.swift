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

            With --device, only one browser is signed out, such as that of a lost phone. The person's link stays \
            valid.

            Examples:
              essential-feed revoke maria
              essential-feed revoke maria --with-comments
              essential-feed revoke maria --device 3fa9c1d2
            """))

    @Argument(help: localized("The person to remove, as listed by essential-feed people."))
    var name: String

    @Flag(help: localized("Delete the person's photos, comments and reactions, too."))
    var withComments = false

    @Option(
        help: ArgumentHelp(
            localized("Sign out only this device, as listed by essential-feed people."), valueName: "id"))
    var device: String?

    @OptionGroup var state: StateOptions

    func validate() throws {
        if withComments, device != nil {
            throw ValidationError(localized("Use either --device or --with-comments."))
        }
    }

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let moderation = StateModeration(of: folder, now: environment.now)
        if let device {
            try moderation.signOut(device, of: name)
            return try environment.streams.write(environment.text(.signedOut, name, TerminalText.line(device)) + "\n")
        }
        try moderation.remove(name, deletingContent: withComments)
        try environment.streams.write(environment.text(.revoked, name) + "\n")
    }
}
