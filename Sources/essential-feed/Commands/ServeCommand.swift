import ArgumentParser
import EssentialFeedServer
import Foundation
import Logging

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a folder of photos as a feed.",
        discussion: """
            Reads JPEG, PNG, WebP and GIF files, subfolders too, and writes nothing there. Descriptions, locations, \
            dates and comments come from feed.json in the folder.

            Examples:
              essential-feed serve ~/Photos
              essential-feed serve ~/Photos --port 0
              essential-feed serve ~/Photos --host 0.0.0.0 --public-url https://photos.example.com
            """)

    @Argument(help: "The folder with the photos.", completion: .directory)
    var folder: String

    @Option(help: "The name or address to listen at.")
    var host = PhotoServerConfiguration.defaultHost

    @Option(help: "The port to listen at; 0 takes a free one.")
    var port = PhotoServerConfiguration.defaultPort

    @Option(help: ArgumentHelp("What stands before every path.", valueName: "/p"))
    var basePath = ""

    @Option(help: ArgumentHelp("The server's address as its clients see it.", valueName: "u"))
    var publicURL: String?

    func run() async throws {
        let streams = StandardStreams()
        do {
            let configuration = try PhotoServerConfiguration(
                folder: folder, host: host, port: port, basePath: basePath, publicURL: publicURL,
                environment: ProcessInfo.processInfo.environment, timeZone: .current)
            let server = PhotoServer(configuration: configuration, logger: Session.logger(level: .info)) { url in
                do {
                    try streams.write("Serving at \(url.absoluteString)\n")
                } catch {
                    // Nobody reads the address: the server serves all the same.
                }
            }
            try await server.run()
        } catch let mistake as PhotoServerConfiguration.Mistake {
            throw ProgramFailure(status: .usage, message: mistake.description)
        } catch let error as PhotoServerError {
            throw ProgramFailure(status: Self.status(error), message: TerminalText.line(error.description))
        }
    }

    private static func status(_ error: PhotoServerError) -> ExitStatus {
        switch error {
        case .folderMissing: .notFound
        case .document, .documentUnreadable: .unusableAnswer
        case .configuration: .usage
        case .portTaken, .cannotListen: .unavailable
        }
    }
}
