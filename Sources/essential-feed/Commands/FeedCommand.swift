import ArgumentParser
import EssentialFeed
import Foundation

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Show the newest images, or the saved feed where the server does not answer.",
        discussion: """
            Examples:
              essential-feed feed --url http://127.0.0.1:8080
              essential-feed feed --pages 3 --json
              essential-feed feed --offline
            """)

    @OptionGroup var client: ClientOptions

    @Option(help: ArgumentHelp("How many pages to load from the server.", valueName: "n"))
    var pages = 1

    @Flag(help: "Show the saved feed without asking the server.")
    var offline = false

    @Flag(help: "Print one JSON object: source, saved_at, has_more, items.")
    var json = false

    func validate() throws {
        guard pages >= 1 else { throw ValidationError("--pages takes a number from 1 on.") }
    }

    func run() async throws {
        try await ClientProgram.run(client) { program in
            let page: FeedPage
            do {
                page = try await program.loading {
                    offline ? try await program.loadFeed.loadCached() : try await program.loadFeed.load()
                }
            } catch let error as LoadFeedError {
                throw ProgramFailure(
                    status: ExitStatus(error), message: ErrorMessage.text(for: error, in: program.language))
            }
            let (pages, failure) = try await program.loading { try await morePages(of: page) }
            if let note = program.note(for: pages) { program.streams.note("essential-feed: \(note)") }
            try show(pages, in: program)
            if let failure {
                throw ProgramFailure(
                    status: ExitStatus(failure, notFound: false),
                    message: ErrorMessage.text(for: failure, in: program.language))
            }
        }
    }

    /// The page with those after it that are wanted; of a saved feed, all that is saved is one page.
    private func morePages(of first: FeedPage) async throws -> (FeedPage, RemoteError?) {
        var page = first
        var count = 1
        while page.origin.isRemote, count < pages, let loadMore = page.loadMore {
            do {
                page = try await loadMore()
                count += 1
            } catch let error as RemoteError {
                return (page, error)
            }
        }
        return (page, nil)
    }

    private func show(_ page: FeedPage, in program: ClientProgram) throws {
        guard !json else { return try program.streams.write(JSONOutput.feed(page)) }
        guard !page.images.isEmpty else {
            return try program.streams.write(FeedStrings.table.text(.empty, in: program.language) + "\n")
        }
        try program.streams.write(FeedTable(style: program.style, language: program.language).text(page.images))
        if page.origin.isRemote, page.loadMore != nil, program.streams.errorIsTerminal {
            program.streams.note(ProgramStrings.table.text(.moreExists, in: program.language, String(pages + 1)))
        }
    }
}
