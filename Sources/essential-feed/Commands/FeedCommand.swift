import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Foundation

struct FeedCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: localized("Show the newest photos, or the saved feed if the server doesn't answer."),
        discussion: localized(
            """
            Examples:
              essential-feed feed --url https://photos.example.com
              essential-feed feed --pages 3 --json
              essential-feed feed --offline
            """))

    @OptionGroup var client: ClientOptions

    @Option(help: ArgumentHelp(localized("Load this many pages from the server."), valueName: "n"))
    var pages = 1

    @Flag(help: localized("Show the saved feed without asking the server."))
    var offline = false

    @Flag(help: localized("Show the id and the URL of each photo, too."))
    var urls = false

    @Flag(help: localized("Print one JSON object: source, saved_at, has_more, items."))
    var json = false

    func validate() throws {
        guard pages >= 1 else { throw ValidationError(localized("--pages must be at least 1")) }
    }

    func run(in composition: ClientComposition) async throws {
        try await composition.run(client) { program in
            let (page, error) = try await program.feed(pages: pages, isOffline: offline)
            try show(page, in: program)
            if let error { throw await program.error(error) }
        }
    }

    private func show(_ page: FeedPage, in program: ClientProgram) throws {
        guard !json else { return try program.streams.write(JSONOutput(page)) }
        guard !page.images.isEmpty else {
            return try program.streams.write(program.language.text(FeedStrings.empty) + "\n")
        }
        try program.streams.write(
            FeedTable(style: program.environment.style, language: program.language, showsURLs: urls).text(page.images))
        if page.origin.isRemote, page.loadMore != nil, program.streams.errorIsTerminal {
            program.environment.note(program.environment.text(.moreExists, String(pages + 1)))
        }
    }
}
