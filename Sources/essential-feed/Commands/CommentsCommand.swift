import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Foundation

struct CommentsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "comments",
        abstract: localized("Show the comments on a photo, or write one."),
        discussion: localized(
            """
            Examples:
              essential-feed comments 6
              essential-feed comments 6 --json
              essential-feed comments 6 --write "What a view!"
            """))

    @OptionGroup var client: ClientOptions

    @Argument(
        help: ArgumentHelp(
            localized("The photo's number in the saved feed, as listed by essential-feed feed, or its id."),
            valueName: "photo"))
    var image: String

    @Option(
        help: ArgumentHelp(
            localized("Write this comment on the photo, and show it. With “-”, read it from standard input."),
            valueName: "text"))
    var write: String?

    @Flag(help: localized("Print one JSON object: items."))
    var json = false

    func run(in composition: ClientComposition) async throws {
        // The address is checked first, so a typed text isn't lost. Signals aren't caught yet, so Ctrl-C ends the reading.
        if write == "-" { try await composition.requireAddress(client) }
        let message = try message()
        try await composition.run(client) { program in
            let row = try await program.image(inRow: image)
            guard let id = row?.id ?? UUID(exactly: image) else {
                throw program.environment.error(.usage, .malformedImageID, TerminalText.line(image))
            }
            let comments: [ImageComment]
            do {
                comments = try await program.progress.during {
                    guard let message else {
                        return try await program.session.loadImageComments.load(imageID: id).comments
                    }
                    return [try await program.session.sendImageComment.send(message, id: UUID(), imageID: id)]
                }
            } catch let refusal as CommentRefusal {
                throw ProgramError(
                    status: ExitStatus(refusal), message: refusal.message(in: program.language).asMessage)
            } catch let error as RemoteError {
                throw await program.error(error, notFound: true)
            }
            guard !json else { return try program.streams.write(.raw(ImageCommentsPayload.encode(comments))) }
            guard !comments.isEmpty else {
                return try program.streams.write(program.language.text(ImageCommentsStrings.empty) + "\n")
            }
            let viewModels = ImageCommentsPresenter.map(
                comments, now: program.environment.now(), in: program.language)
            try program.streams.write(CommentsTable(style: program.environment.style).text(viewModels))
        }
    }

    private func message() throws(ProgramError) -> String? {
        guard write == "-" else { return write }
        guard let text = StandardStreams.input(maximumBytes: Self.maximumBytes) else {
            throw ProgramError(
                status: .usage,
                message: localized("the comment can’t be read from standard input; write a short text in UTF-8"))
        }
        return text
    }

    /// More than servers accept, so they refuse a long comment as one.
    private static let maximumBytes = 64 << 10
}
