import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

struct PeopleCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: localized("List invited people, what they may do, and when they last connected."),
        discussion: localized(
            """
            Examples:
              essential-feed people
              essential-feed people --json
            """))

    @OptionGroup var state: StateOptions

    @Flag(help: localized("Print one JSON object: people, each with name, scopes, id, created_at, last_used_at."))
    var json = false

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let tokens = try TokenFile(in: folder).tokens()
        guard !json else { return try environment.streams.write(["people": .array(tokens.map(Self.json))]) }
        guard !tokens.isEmpty else {
            return environment.note(environment.text(.noTokens))
        }
        let table = PeopleTable(style: environment.style, language: environment.language, now: environment.now())
        try environment.streams.write(table.text(tokens))
    }

    private static func json(_ token: AccessToken) -> JSONOutput {
        [
            "name": .string(token.name), "scopes": .array(AccessScope.names(token.scopes).map(JSONOutput.string)),
            "id": .string(token.id),
            "created_at": .string(WireDate.text(token.createdAt)),
            "last_used_at": JSONOutput(token.lastUsedAt.map(WireDate.text)),
        ]
    }
}
