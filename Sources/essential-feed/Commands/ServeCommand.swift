import ArgumentParser
import EssentialFeed
import EssentialFeedServer
import Foundation
import Logging

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a folder of photos as a feed.",
        discussion: """
            Reads the JPEG, PNG, WebP and GIF files in the folder and its subfolders, follows what changes, and writes \
            nothing there. An optional feed.yaml or feed.json in the folder adds descriptions, locations, dates and comments.

            Examples:
              essential-feed serve ~/Photos
              essential-feed serve ~/Photos --port 0
              essential-feed serve ~/Photos --host 0.0.0.0 --public-url https://photos.example.com
            """)

    @Argument(help: "The folder with the photos.", completion: .directory)
    var folder: String

    @Option(help: "The host name or address to listen on.")
    var host = PhotoServerConfiguration.defaultHost

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = PhotoServerConfiguration.defaultPort

    @Option(help: ArgumentHelp("A prefix for all paths.", valueName: "/p"))
    var basePath = ""

    @Option(help: ArgumentHelp("The base of the server's URLs for its clients.", valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp("The folder for the index of the photos.", valueName: "dir"), completion: .directory)
    var state: String?

    @Option(
        help: ArgumentHelp(
            "How often the whole folder is read through, for disks that report no changes, such as 5m.",
            valueName: "interval"))
    var rescan: RescanInterval?

    func run() async throws {
        let environment = ProgramEnvironment()
        do {
            var configuration = try PhotoServerConfiguration(
                folder: folder, host: host, port: port, basePath: basePath, publicURL: publicURL,
                environment: environment.variables, timeZone: .current)
            if let state { configuration.stateFolder = URL(filePath: state, directoryHint: .isDirectory) }
            configuration.rescanInterval = rescan?.duration
            let server = PhotoServer(configuration: configuration, logger: ProgramEnvironment.logger(level: .info)) {
                Self.announce($0, in: environment)
            }
            try await EndSignals.watching { firstSignal in
                try await server.run {
                    await firstSignal()
                    guard !Task.isCancelled else { return }
                    environment.note(ServeStrings.table.text(.ending, in: environment.language))
                }
            }
        } catch let error as PhotoServerConfigurationError {
            throw ProgramError(status: .usage, message: TerminalText.line(error.description))
        } catch let error as PhotoFolderError {
            throw ProgramError(status: Self.status(error), message: TerminalText.line(error.description))
        } catch let error as PhotoServerError {
            throw ProgramError(status: .unavailable, message: TerminalText.line(error.description))
        }
    }

    private static func announce(_ served: ServedFolder, in environment: ProgramEnvironment) {
        func text(_ key: ServeStrings, _ arguments: String...) -> String {
            ServeStrings.table.text(key, in: environment.language, arguments)
        }
        let address = served.address.absoluteString
        var lines =
            switch served.photoCount {
            case 0: [text(.noPhotos, address)]
            case 1: [text(.onePhoto, address)]
            case let count: [text(served.isComplete ? .photos : .photosSoFar, String(count), address)]
            }
        if let publicAddress = served.publicAddress { lines.append(text(.publicAddress, publicAddress.absoluteString)) }
        if served.photoCount > 0 { environment.note(text(.places)) }
        do {
            try environment.streams.write(lines.joined(separator: "\n") + "\n")
        } catch {
            // Standard output is closed, which doesn't keep the server from serving.
        }
    }

    private static func status(_ error: PhotoFolderError) -> ExitStatus {
        switch error {
        case .unreadable: .notFound
        case .invalidDocument, .unreadableDocument: .unusableAnswer
        }
    }
}
