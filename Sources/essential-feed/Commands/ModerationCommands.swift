import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedServer
import Foundation

/// A command that changes friends' view or permissions.
protocol ModerationCommand: StateCommand {
    func run(over moderation: StateModeration) throws
}

extension ModerationCommand {
    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        try run(over: StateModeration(of: folder, now: environment.now))
    }

    static func id(_ text: String) throws -> UUID {
        guard let id = UUID(exactly: text) else {
            throw ValidationError(localized("an id is like 0D2A6B1C-2F6E-8A55-9D1B-6E9C3C1B7A10"))
        }
        return id
    }
}

struct HideCommand: ModerationCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: localized("Hide a photo or a comment from your friends."),
        discussion: localized(
            """
            Nothing is deleted: essential-feed show brings it back. The author of a hidden comment still sees it, marked \
            as hidden.

            Examples:
              essential-feed hide 0D2A6B1C-2F6E-8A55-9D1B-6E9C3C1B7A10
            """))

    @Argument(help: localized("The id of the photo or the comment."), transform: Self.id)
    var id: UUID

    @OptionGroup var state: StateOptions

    func run(over moderation: StateModeration) throws { try moderation.set(isHidden: true, id) }
}

struct ShowCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: localized("Show a hidden photo or comment again, or list what is hidden."),
        discussion: localized(
            """
            A running server notices the change at once. Without an id, the command lists all hidden photos and comments, \
            those that were hidden last first.

            Examples:
              essential-feed show
              essential-feed show 0D2A6B1C-2F6E-8A55-9D1B-6E9C3C1B7A10
            """))

    @Argument(help: localized("The id of the photo or the comment."), transform: HideCommand.id)
    var id: UUID?

    @OptionGroup var state: StateOptions

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let moderation = StateModeration(of: folder, now: environment.now)
        if let id { return try moderation.set(isHidden: false, id) }
        for item in try moderation.hidden() {
            let fields = [
                item.hiddenAt.map(WireDate.text) ?? "–", item.person ?? "–", item.isPhoto ? "photo" : "comment",
                item.id.uuidString,
            ]
            try environment.streams.write(TerminalText.line(fields.joined(separator: "  ")) + "\n")
        }
    }
}

struct CloseCommand: ModerationCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: localized("End comments and reactions on a photo."),
        discussion: localized(
            """
            Existing comments and reactions stay visible.

            Examples:
              essential-feed close 0D2A6B1C-2F6E-8A55-9D1B-6E9C3C1B7A10
            """))

    @Argument(help: localized("The id of the photo."), transform: Self.id)
    var id: UUID

    @OptionGroup var state: StateOptions

    func run(over moderation: StateModeration) throws { try moderation.set(areClosed: true, on: id) }
}

struct ReopenCommand: ModerationCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: localized("Reopen the comments and reactions on a photo."),
        discussion: localized(
            """
            Examples:
              essential-feed reopen 0D2A6B1C-2F6E-8A55-9D1B-6E9C3C1B7A10
            """))

    @Argument(help: localized("The id of the photo."), transform: Self.id)
    var id: UUID

    @OptionGroup var state: StateOptions

    func run(over moderation: StateModeration) throws { try moderation.set(areClosed: false, on: id) }
}

struct LogCommand: StateCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: localized("List what was hidden, closed and removed, and by whom."),
        discussion: localized(
            """
            Prints the last 1,000 changes, oldest first.

            Examples:
              essential-feed log
              essential-feed log --json
            """))

    @OptionGroup var state: StateOptions

    @Flag(help: localized("Print one JSON object: lines, each with at, person, action, target."))
    var json = false

    func run(over folder: URL, in environment: ProgramEnvironment) throws {
        let lines = try StateModeration(of: folder, now: environment.now).log()
        guard !json else { return try environment.streams.write(["lines": .array(lines.map(Self.json))]) }
        for line in lines {
            let fields = [WireDate.text(line.date), line.person, line.action, line.target]
            try environment.streams.write(TerminalText.line(fields.joined(separator: "  ")) + "\n")
        }
    }

    private static func json(_ line: AuditLine) -> JSONOutput {
        [
            "at": .string(WireDate.text(line.date)), "person": .string(line.person),
            "action": .string(line.action), "target": .string(line.target),
        ]
    }
}
