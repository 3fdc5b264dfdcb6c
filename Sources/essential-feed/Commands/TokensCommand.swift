import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

struct TokensCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: localized("List invited people and when they last connected."),
        discussion: localized(
            """
            Examples:
              essential-feed tokens
              essential-feed tokens --json
            """))

    @OptionGroup var state: StateOptions

    @Flag(help: localized("Print one JSON object: tokens, each with name, scopes, id, created_at, last_used_at."))
    var json = false

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let tokens = try TokenFile(in: folder).tokens()
        guard !json else { return try environment.streams.write(["tokens": .array(tokens.map(Self.json))]) }
        guard !tokens.isEmpty else {
            return environment.note(environment.text(.noTokens))
        }
        let table = TokensTable(style: environment.style, language: environment.language, now: environment.now())
        try environment.streams.write(table.text(tokens))
    }

    private static func json(_ token: AccessToken) -> JSONOutput {
        [
            "name": .string(token.name), "scopes": .array([.string(AccessToken.scope)]), "id": .string(token.id),
            "created_at": .string(WireDate.text(token.createdAt)),
            "last_used_at": JSONOutput(token.lastUsedAt.map(WireDate.text)),
        ]
    }
}
