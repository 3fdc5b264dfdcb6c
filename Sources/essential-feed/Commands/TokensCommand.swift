import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

struct TokensCommand: ParsableCommand {
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

    func run() throws {
        let environment = ProgramEnvironment()
        let folder = try state.folder(environment: environment.variables)
        let tokens: [AccessToken]
        do throws(AccessError) {
            tokens = try TokenFile(in: folder).tokens()
        } catch {
            throw ProgramError(error)
        }
        guard !json else { return try environment.streams.write(Self.json(tokens)) }
        guard !tokens.isEmpty else {
            return environment.note(environment.text(.noTokens))
        }
        let table = TokensTable(style: environment.style, language: environment.language, now: environment.now())
        try environment.streams.write(table.text(tokens))
    }

    private static func json(_ tokens: [AccessToken]) -> Data {
        JSONOutput.object([("tokens", JSONOutput.array(tokens.map(json)))])
    }

    private static func json(_ token: AccessToken) -> Data {
        JSONOutput.nested([
            ("name", JSONOutput.string(token.name)),
            ("scopes", JSONOutput.array([JSONOutput.string(AccessToken.scope)])),
            ("id", JSONOutput.string(token.id)),
            ("created_at", JSONOutput.string(WireDate.text(token.createdAt))),
            (
                "last_used_at",
                token.lastUsedAt.map { JSONOutput.string(WireDate.text($0)) } ?? JSONOutput.null
            ),
        ])
    }
}
