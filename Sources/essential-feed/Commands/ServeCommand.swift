import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedServer
import Foundation
import HTTPTransport
import Logging

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: localized("Serve a folder of photos as a feed."),
        discussion: localized(
            """
            Serves the JPEG, PNG, WebP, GIF, HEIC and AVIF files in the folder and its subfolders, follows changes, and never \
            writes to the folder. An optional feed.yaml in the folder adds a title, descriptions, locations, \
            authors, dates and comments.

            Clients get smaller copies of the photos, without metadata such as the location.

            Examples:
              essential-feed serve ~/Photos
              essential-feed serve ~/Photos --check
              essential-feed serve ~/Photos --port 0
              essential-feed serve ~/Photos --public-url https://photos.example.com
              essential-feed serve . --host 0.0.0.0 --public-url http://photos.local:8080

            Open the printed address in a browser. Until you invite someone, it contains a key that makes the browser \
            the owner's, and without the key, no one can see anything. If other computers can reach the server, invite \
            someone first: see essential-feed invite --help. After the first invitation, only invited people can read the feed.

            With --check, the command names everything that keeps the server from starting, and ends with the exit status of \
            the first; if nothing does, it reads the folder and says what would be served. Nothing is served or changed.
            """))

    @Argument(help: localized("The folder of photos."), completion: .directory)
    var folder: String

    @Option(help: localized("The host name or address to listen on."))
    var host = ServerLocation().host

    @Option(help: localized("The port to listen on; 0 picks a free one."))
    var port = ServerLocation().port

    @Option(help: ArgumentHelp(localized("A prefix for all paths, such as /photos."), valueName: "path"))
    var basePath = ""

    @Option(help: ArgumentHelp(localized("The URL that clients use to reach this server."), valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            localized("Rescan the folder at this interval, such as 5m. For network disks."),
            valueName: "interval"))
    var rescan: String?

    @Option(
        help: ArgumentHelp(
            localized(
                "Leave out files and folders with this name or path, such as drafts or '*.png'. May be repeated."),
            valueName: "pattern"))
    var exclude: [String] = []

    @Option(
        name: .customLong("tls-cert"),
        help: ArgumentHelp(localized("PEM file with the certificate chain."), valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp(localized("PEM file with the private key of the certificate."), valueName: "file"),
        completion: .file())
    var key: String?

    @Flag(name: .customLong("public"), help: localized("Let anyone read the feed, without an invitation."))
    var isPublic = false

    @OptionGroup var state: StateOptions

    @Flag(name: .customLong("originals"), help: localized("Also offer photos in full size, without metadata."))
    var servesOriginals = false

    @Flag(
        name: .customLong("show-location"),
        help: localized("Include the location from the photo's metadata if feed.yaml has none."))
    var showsLocations = false

    @Flag(help: localized("Sort the folder's photos by date again, as at the first start."))
    var sortAgain = false

    @Flag(help: localized("Log the addresses of clients, such as for fail2ban."))
    var logAddresses = false

    @Flag(help: localized("Check whether the server would start, without serving or changing anything."))
    var check = false

    @Flag(name: .shortAndLong, help: localized("Log only warnings and errors."))
    var quiet = false

    func run() async throws {
        let environment = ProgramEnvironment()
        let logger = ProgramEnvironment.logger(level: quiet ? .warning : .info)
        let page = OwnerPage()
        var configuration = try configuration(in: environment)
        configuration.pushClient = Self.pushClient(in: environment, logger)
        let photoServer = PhotoServer(configuration: configuration, logger: logger) { served in
            Self.announce(served, in: environment)
            if let link = served.ownerLink { page.open(link, in: environment) }
        }
        defer { page.remove(in: environment) }
        guard !check else { return try await Self.check(photoServer, in: environment) }
        try await TerminationSignals.watching { firstSignal in
            try await photoServer.run {
                await firstSignal()
                guard !Task.isCancelled else { return }
                environment.note(environment.text(.ending))
            }
        }
    }

    private func configuration(in environment: ProgramEnvironment) throws -> PhotoServerConfiguration {
        var configuration = try PhotoServerConfiguration(
            folder: folder, at: ServerLocation(host: host, port: port, basePath: basePath, publicURL: publicURL),
            environment: environment.variables, timeZone: .current)
        configuration.isPublic = isPublic
        configuration.certificate = try certificateFiles()
        if state.state != nil { configuration.stateFolder = try state.folder(environment: environment.variables) }
        configuration.rescanInterval = try rescan.map { try RescanInterval($0).duration }
        configuration.excluded = try exclude.map { pattern throws(PathPatternError) in try PathPattern(pattern) }
        configuration.sortsAgain = sortAgain
        configuration.servesOriginals = servesOriginals
        configuration.showsLocations = showsLocations
        configuration.logsAddresses = logAddresses
        configuration.useDecoder(
            of: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(), environment: environment.variables)
        return configuration
    }

    /// Returns what sends messages to browsers' push services, through the environment's proxy. A friend's browser names
    /// the service, so its name may not lead into the owner's network.
    private static func pushClient(in environment: ProgramEnvironment, _ logger: Logger) -> NetworkHTTPClient? {
        do {
            var settings = try NetworkSettings(environment: environment.variables)
            settings.smallestSpace = .global
            return NetworkHTTPClient(settings: settings)
        } catch {
            logger.warning("browsers get no notifications: \(error)")
            return nil
        }
    }

    private func certificateFiles() throws(ProgramError) -> CertificateFiles? {
        switch (certificate, key) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            guard publicURL?.lowercased().hasPrefix("http:") != true else {
                throw ProgramError(
                    status: .usage,
                    message: localized("with --tls-cert, the server uses https, so --public-url must begin with https"))
            }
            return CertificateFiles(certificate: certificate, key: key)
        case (_?, nil), (nil, _?):
            throw ProgramError(
                status: .usage,
                message: localized("a certificate and its key belong together; use both --tls-cert and --tls-key"))
        }
    }

    private static func check(_ server: PhotoServer, in environment: ProgramEnvironment) async throws {
        let (problems, served) = try await TerminationSignals.cancelling({ try await server.check() }, orderlyEnd: {})
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
        // The owner's link is at the public address, if there is one.
        let address =
            served.publicAddress == nil
            ? served.ownerLink ?? served.address.absoluteString : served.address.absoluteString
        var lines =
            switch served.photoCount {
            case 0: [environment.text(.noPhotos, address)]
            case let count: [environment.text(served.isComplete ? .photos : .photosSoFar, String(count), address)]
            }
        if let publicAddress = served.publicAddress {
            lines.append(environment.text(.publicAddress, served.ownerLink ?? publicAddress.absoluteString))
        }
        do {
            try environment.streams.write(lines.joined(separator: "\n") + "\n")
        } catch {
            // Standard output is closed, which doesn't keep the server from serving. The link is nowhere else.
            if served.ownerLink != nil { lines.forEach(environment.streams.note) }
        }
    }
}

/// An interval of at least one second, such as `30s`, `5m` or `1h`.
struct RescanInterval {
    /// One year. A longer interval is as good as never.
    private static let maximumSeconds = 365 * 86_400
    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]

    let duration: Duration

    init(_ text: String) throws(ProgramError) {
        guard let unit = text.last.flatMap({ Self.units[$0] }),
            text.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text.dropLast()),
            (1...Self.maximumSeconds / unit).contains(count)
        else {
            throw ProgramError(
                status: .usage,
                message: localized(
                    "\(TerminalText.line(text)) isn’t a valid interval; use 1s to 8760h, such as 30s, 5m or 1h"))
        }
        duration = .seconds(count * unit)
    }
}
