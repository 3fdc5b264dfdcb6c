public import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import Foundation
import SystemPackage

struct InviteCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: localized("Invite a person to your feed."),
        discussion: localized(
            """
            Prints a personal link and, in a terminal, its QR code. Browsers, the app and the terminal program accept the link as it is. \
            The link is shown only once; the server stores only a digest of it. After the first invitation, only invited \
            people can read the feed. A running server accepts the link at once.

            Examples:
              essential-feed invite "Maria Papadopoulou"
              essential-feed invite maria --public-url https://photos.example.com
              essential-feed invite maria --may read
              essential-feed invite maria --new-link
              essential-feed invite maria --new-link --sign-out
              essential-feed invite maria --json
            """))

    @Argument(help: localized("A name for the person: letters, digits, spaces, hyphens, dots and apostrophes."))
    var name: String

    @Option(
        help: ArgumentHelp(
            localized("The URL that clients use to reach the server."),
            discussion: localized("Default: the address of the server that was started last."), valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            localized("What the person may do: read, comment, post or admin. Each includes those before it."),
            discussion: localized("Default: comment; with --new-link, what the person may do already."),
            valueName: "scope"))
    var may: AccessScope?

    @Flag(
        help: localized(
            "Make a new link for a person who is already invited. The link from before ends; what the person wrote stays theirs."
        ))
    var newLink = false

    @Flag(help: localized("With --new-link, sign the person's browsers out, too, such as that of a lost phone."))
    var signOut = false

    @OptionGroup var state: StateOptions

    @Flag(help: localized("Print one JSON object: name, scopes, token, link."))
    var json = false

    func validate() throws {
        if signOut, !newLink { throw ValidationError(localized("Use --sign-out only with --new-link.")) }
    }

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let server = try address(in: folder, environment)
        let tokens = TokenFile(in: folder)
        let isFirst = try tokens.tokens().isEmpty
        let invitation =
            if newLink {
                try tokens.renew(name, may: may)
            } else {
                try tokens.invite(Invited(name, scopes: (may ?? .comment).withIncluded), at: environment.now())
            }
        let link = invitation.link(to: server)
        if !json { environment.note(environment.text(.invited, invitation.token.name)) }
        do throws(OutputError) {
            try environment.streams.write(json ? Self.json(invitation, link: link).line : Data("\(link)\n".utf8))
        } catch {
            try takeBack(invitation, from: tokens, unprintable: error)
        }
        // With the link before, no browser can begin a session any more.
        if signOut { try StateModeration(of: folder, now: environment.now).signOut(nil, of: invitation.token.name) }
        guard !json else { return }
        if isFirst, may != .admin { environment.note(environment.text(.onlyInvited)) }
        if server.isOnlyForThisMachine { environment.note(environment.text(.onlyForThisMachine)) }
        guard environment.streams.outputIsTerminal else { return }
        try drawCode(of: link, in: environment)
    }

    /// Ends an invitation whose link was never shown. Throws ``OutputError`` or `AccessError`.
    private func takeBack(_ invitation: Invitation, from tokens: TokenFile, unprintable error: OutputError) throws {
        // The person is still invited, and another new link can be made.
        if !newLink { try tokens.revoke(invitation.token.name) }
        // A closed pipe isn't an error of other commands, whose reader has read enough.
        throw error == .closed ? OutputError.failed(.brokenPipe) : error
    }

    private func address(in folder: URL, _ environment: ProgramEnvironment) throws -> ServerAddress {
        if let publicURL { return try PhotoServerConfiguration.publicAddress(publicURL) }
        guard let address = PublicAddressFile(in: folder).read() else {
            throw environment.error(.usage, .unknownAddress)
        }
        return address
    }

    private func drawCode(of link: String, in environment: ProgramEnvironment) throws {
        guard environment.style.isColoured else { return }
        switch QRCode.make(of: link) {
        case .none: environment.note(environment.text(.noCodeLibrary))
        case .some(let code) where code.columns > environment.style.columns:
            environment.note(environment.text(.codeTooWide, String(code.columns)))
        case .some(let code): try environment.streams.write("\n" + code.terminalText + "\n")
        }
    }

    private static func json(_ invitation: Invitation, link: String) -> JSONOutput {
        [
            "name": .string(invitation.token.name),
            "scopes": .array(AccessScope.names(invitation.token.scopes).map(JSONOutput.string)),
            "token": .string(invitation.secret), "link": .string(link),
        ]
    }
}

extension AccessScope: ExpressibleByArgument {}

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
                "people": .array(tokens.map { Self.json($0, devices[$0.id] ?? [], now: environment.now()) })
            ])
        }
        guard !tokens.isEmpty else { return environment.note(environment.text(.noTokens)) }
        let table = PeopleTable(style: environment.style, language: environment.language, now: environment.now())
        try environment.streams.write(table.text(tokens, devices))
    }

    /// Dates after `now`, from when the clock was wrong, count as `now`.
    private static func json(_ token: AccessToken, _ devices: [SignedInDevice], now: Date) -> JSONOutput {
        [
            "name": .string(token.name), "scopes": .array(AccessScope.names(token.scopes).map(JSONOutput.string)),
            "id": .string(token.id),
            "created_at": .string(WireDate.text(min(token.createdAt, now))),
            "last_used_at": JSONOutput(token.lastUsedAt.map { WireDate.text(min($0, now)) }),
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
