import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

struct PeopleCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: localized("List invited people, what they may do, when they last connected, and their devices."),
        discussion: localized(
            """
            Below each person are the browsers in which they are signed in. essential-feed revoke NAME --device ID \
            signs one out.

            Examples:
              essential-feed people
              essential-feed people --json
            """))

    @OptionGroup var state: StateOptions

    @Flag(
        help: localized(
            "Print one JSON object: people, each with name, scopes, id, created_at, last_used_at, devices."))
    var json = false

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let tokens = try TokenFile(in: folder).tokens()
        let devices = Dictionary(
            grouping: try StateModeration(of: folder, now: environment.now).devices(), by: \.tokenID)
        guard !json else {
            return try environment.streams.write([
                "people": .array(tokens.map { Self.json($0, devices[$0.id] ?? []) })
            ])
        }
        guard !tokens.isEmpty else {
            return environment.note(environment.text(.noTokens))
        }
        let table = PeopleTable(style: environment.style, language: environment.language, now: environment.now())
        try environment.streams.write(table.text(tokens, devices))
    }

    private static func json(_ token: AccessToken, _ devices: [SignedInDevice]) -> JSONOutput {
        [
            "name": .string(token.name), "scopes": .array(AccessScope.names(token.scopes).map(JSONOutput.string)),
            "id": .string(token.id),
            "created_at": .string(WireDate.text(token.createdAt)),
            "last_used_at": JSONOutput(token.lastUsedAt.map(WireDate.text)),
            "devices": .array(
                devices.map { device in
                    [
                        "id": .string(device.id), "device": .string(device.device),
                        "created_at": .string(WireDate.text(device.signedInAt)),
                    ]
                }),
        ]
    }
}
