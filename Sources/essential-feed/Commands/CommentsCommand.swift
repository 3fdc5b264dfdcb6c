import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Foundation

struct CommentsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "comments",
        abstract: localized("Show the comments on a photo."),
        discussion: localized(
            """
            Examples:
              essential-feed comments 6
              essential-feed comments 6 --json
            """))

    @OptionGroup var client: ClientOptions

    @Argument(
        help: ArgumentHelp(
            localized("The photo's number in the saved feed, as `feed` shows it, or its id."), valueName: "photo"))
    var image: String

    @Flag(help: localized("Print one JSON object: items."))
    var json = false

    func run(in composition: ClientComposition) async throws {
        try await composition.run(client) { program in
            let row = try await program.image(inRow: image)
            guard let id = row?.id ?? UUID(uuidString: image) else {
                throw program.environment.error(.usage, .malformedImageID, TerminalText.line(image))
            }
            let comments: [ImageComment]
            do {
                comments = try await program.progress.during {
                    try await program.session.loadImageComments.load(imageID: id)
                }
            } catch let error as RemoteError {
                throw await program.error(error, notFound: true)
            }
            guard !json else { return try program.streams.write(.raw(ImageCommentsPayload.encode(comments))) }
            guard !comments.isEmpty else {
                return try program.streams.write(program.language.text(ImageCommentsStrings.empty) + "\n")
            }
            let viewModels = ImageCommentsPresenter.map(
                comments, now: program.environment.now(), locale: program.language.locale)
            try program.streams.write(CommentsTable(style: program.environment.style).text(viewModels))
        }
    }
}
