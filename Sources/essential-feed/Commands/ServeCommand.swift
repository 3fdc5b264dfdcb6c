import ArgumentParser
import DecoderProcess
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
            nothing there. An optional feed.yaml or feed.json in the folder adds descriptions, locations, authors, dates \
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
        help: ArgumentHelp("The port on 127.0.0.1 that metrics are read from, at /metrics.", valueName: "port"))
    var metricsPort: Int?

    @Option(help: "How the log is written: text, or json for programs that read it.")
    var logFormat = LogFormat.text

    @Option(
        help: ArgumentHelp(
            "How often the whole folder is read through, for disks that report no changes, such as 5m.",
            valueName: "interval"))
    var rescan: RescanInterval?

    @Option(
        name: .customLong("tls-cert"),
        help: ArgumentHelp("The certificate to serve with TLS, with those that sign it (PEM).", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"),
        completion: .file())
    var key: String?

    @Flag(name: .customLong("public"), help: "Let everybody read the feed, without a token.")
    var isPublic = false

    @Flag(name: .customLong("originals"), help: "Let clients have the photos' files, too, without their metadata.")
    var servesOriginals = false

    @OptionGroup var state: StateOptions

    func run() async throws {
        let environment = ProgramEnvironment()
        do {
            var configuration = try PhotoServerConfiguration(
                folder: folder, host: host, port: port, basePath: basePath, publicURL: publicURL,
                metricsPort: metricsPort, environment: environment.variables, timeZone: .current)
            configuration.isPublic = isPublic
            configuration.servesOriginals = servesOriginals
            configuration.decoder = DecoderProgram(
                for: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), environment: environment.variables)
            configuration.certificate = try certificateFiles()
            if state.state != nil { configuration.stateFolder = try state.folder(environment: environment.variables) }
            configuration.rescanInterval = rescan?.duration
            configuration.accessLog = logFormat == .json ? .metadata : .text
            let logger = ProgramEnvironment.logger(level: .info, format: logFormat)
            let server = PhotoServer(configuration: configuration, logger: logger) {
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
            throw ProgramError(status: Self.status(error), message: TerminalText.line(error.description))
        } catch let error as AccessError {
            throw ProgramError(error)
        }
    }

    private func certificateFiles() throws(ProgramError) -> CertificateFiles? {
        switch (certificate, key) {
        case (nil, nil): nil
        case (let certificate?, let key?): CertificateFiles(certificate: certificate, key: key)
        case (_?, nil), (nil, _?):
            throw ProgramError(
                status: .usage, message: "a certificate and its key belong together; use both --tls-cert and --tls-key")
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
