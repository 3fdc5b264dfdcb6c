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
            Reads the JPEG, PNG, WebP, GIF, HEIC and AVIF files in the folder and its subfolders, follows what changes, and \
            writes nothing there. An optional feed.yaml or feed.json in the folder adds descriptions, locations, authors, dates \
            and comments.

            Clients get smaller images of the photos, without their metadata: nobody learns from a picture where it was taken.

            Examples:
              essential-feed serve ~/Photos
              essential-feed serve ~/Photos --port 0
              essential-feed serve ~/Photos --public-url https://photos.example.com
              essential-feed serve ~/Photos --host 0.0.0.0 --public-url http://photos.local:8080

            If other machines can reach it, it starts only if somebody has a token: see essential-feed invite --help. \
            From the first token on, nobody reads the feed without one.
            """)

    @OptionGroup var server: ServerOptions

    @Option(
        help: ArgumentHelp("The port on 127.0.0.1 that metrics are read from, at /metrics.", valueName: "port"))
    var metricsPort: Int?

    @Option(help: "How the log is written: text, or json for programs that read it.")
    var logFormat = LogFormat.text

    @Flag(name: .customLong("originals"), help: "Let clients have the photos' files, too, without their metadata.")
    var servesOriginals = false

    @Flag(
        name: .customLong("show-location"),
        help: "Say in the feed where photos were taken, as far as they say it and feed.yaml doesn't.")
    var showsLocations = false

    func run() async throws {
        let environment = ProgramEnvironment()
        do {
            var configuration = try server.configuration(in: environment, metricsPort: metricsPort)
            configuration.servesOriginals = servesOriginals
            configuration.showsLocations = showsLocations
            configuration.useDecoder(
                of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), environment: environment.variables)
            configuration.accessLog = logFormat == .json ? .metadata : .text
            let logger = ProgramEnvironment.logger(level: .info, format: logFormat)
            let photoServer = PhotoServer(configuration: configuration, logger: logger) {
                Self.announce($0, in: environment)
            }
            try await EndSignals.watching { firstSignal in
                try await photoServer.run {
                    await firstSignal()
                    guard !Task.isCancelled else { return }
                    environment.note(ServeStrings.table.text(.ending, in: environment.language))
                }
            }
        } catch let error as PhotoFolderError {
            throw ProgramError(status: Self.status(error), message: TerminalText.line(error.description))
        } catch let error as PhotoServerError {
            throw ProgramError(status: Self.status(error), message: TerminalText.line(error.description))
        } catch let error as AccessError {
            throw ProgramError(error)
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
        do {
            try environment.streams.write(lines.joined(separator: "\n") + "\n")
        } catch {
            // Standard output is closed, which doesn't keep the server from serving.
        }
    }

    private static func status(_ error: PhotoServerError) -> ExitStatus {
        switch error {
        case .portTaken, .metricsPortTaken, .cannotListen, .unusableCertificate: .unavailable
        case .nobodyInvited: .usage
        }
    }

    private static func status(_ error: PhotoFolderError) -> ExitStatus {
        switch error {
        case .unreadable: .notFound
        case .invalidDocument, .unreadableDocument: .unusableAnswer
        }
    }
}

extension LogFormat: ExpressibleByArgument {}
