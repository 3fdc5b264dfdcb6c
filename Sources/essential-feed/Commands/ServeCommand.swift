import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation
import Logging

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: localized("Serve a folder of photos as a feed."),
        discussion: localized(
            """
            Serves the JPEG, PNG, WebP, GIF, HEIC and AVIF files in the folder and its subfolders, follows changes, and never \
            writes to the folder. An optional feed.yaml or feed.json in the folder adds descriptions, locations, authors, \
            dates and comments.

            Clients get smaller copies of the photos, without metadata such as the location.

            Examples:
              essential-feed serve ~/Photos
              essential-feed serve ~/Photos --check
              essential-feed serve ~/Photos --port 0
              essential-feed serve ~/Photos --public-url https://photos.example.com
              essential-feed serve ~/Photos --host 0.0.0.0 --public-url http://photos.local:8080

            If other computers can reach the server, invite someone first: see essential-feed invite --help. After the \
            first invitation, only invited people can read the feed.

            With --check, the command names everything that keeps the server from starting, and ends with the exit status of \
            the first; if nothing does, it reads the folder and says what would be served. Nothing is served or changed.
            """))

    @OptionGroup var server: ServerOptions

    @Option(
        help: ArgumentHelp(
            localized("Serve metrics for Prometheus on this port of 127.0.0.1, at /metrics."), valueName: "port"))
    var metricsPort: Int?

    @Option(help: localized("The format of the log: text, or json for programs."))
    var logFormat = LogFormat.text

    @Flag(name: .customLong("originals"), help: localized("Also offer photos in full size, without metadata."))
    var servesOriginals = false

    @Flag(
        name: .customLong("show-location"),
        help: localized("Include the location from the photo's metadata if feed.yaml has none."))
    var showsLocations = false

    @Flag(help: localized("Check whether the server would start, without serving or changing anything."))
    var check = false

    @Flag(name: .shortAndLong, help: localized("Log only warnings and errors."))
    var quiet = false

    func run() async throws {
        let environment = ProgramEnvironment()
        var configuration = try server.configuration(in: environment, metricsPort: metricsPort)
        configuration.servesOriginals = servesOriginals
        configuration.showsLocations = showsLocations
        configuration.useDecoder(
            of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), environment: environment.variables)
        configuration.accessLog = logFormat == .json ? .metadata : .text
        let logger = ProgramEnvironment.logger(level: quiet ? .warning : .info, format: logFormat)
        let photoServer = PhotoServer(configuration: configuration, logger: logger) {
            Self.announce($0, in: environment)
        }
        guard !check else { return try await Self.check(photoServer, in: environment) }
        try await EndSignals.watching { firstSignal in
            try await photoServer.run {
                await firstSignal()
                guard !Task.isCancelled else { return }
                environment.note(environment.text(.ending))
            }
        }
    }

    private static func check(_ server: PhotoServer, in environment: ProgramEnvironment) async throws {
        let (problems, served) = try await EndSignals.cancelling({ try await server.check() }, orderlyEnd: {})
        let errors = problems.map {
            ProgramError(server: $0) ?? ProgramError(status: .unavailable, message: TerminalText.line("\($0)"))
        }
        for error in errors { environment.note(error.message) }
        if let first = errors.first { throw ExitCode(first.status.rawValue) }
        guard let served else { return }
        let address = (served.publicAddress ?? served.address).absoluteString
        let text = environment.text(.ready, String(served.photoCount), address)
        try environment.streams.write(text + "\n")
    }

    private static func announce(_ served: ServedFolder, in environment: ProgramEnvironment) {
        let address = served.address.absoluteString
        var lines =
            switch served.photoCount {
            case 0: [environment.text(.noPhotos, address)]
            case let count: [environment.text(served.isComplete ? .photos : .photosSoFar, String(count), address)]
            }
        if let publicAddress = served.publicAddress {
            lines.append(environment.text(.publicAddress, publicAddress.absoluteString))
        }
        do {
            try environment.streams.write(lines.joined(separator: "\n") + "\n")
        } catch {
            // Standard output is closed, which doesn't keep the server from serving.
        }
    }
}

extension LogFormat: ExpressibleByArgument {}
