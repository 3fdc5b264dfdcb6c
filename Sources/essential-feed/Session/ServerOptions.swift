import ArgumentParser
import EssentialFeedComposition
import EssentialFeed
import EssentialFeedServer
import Foundation

/// The options for what a server serves, where, and to whom.
struct ServerOptions: ParsableArguments {
    @Argument(help: localized("The folder of photos."), completion: .directory)
    var folder: String

    @Option(help: localized("The host name or address to listen on."))
    var host = ServerLocation().host

    @Option(help: localized("The port to listen on; 0 picks a free one."))
    var port = ServerLocation().port

    @Option(help: ArgumentHelp(localized("A prefix for all paths, such as /photos."), valueName: "path"))
    var basePath = ""

    @Option(help: ArgumentHelp(localized("The URL under which clients reach this server."), valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            localized("Rescan the folder at this interval, such as 5m. For network disks."),
            valueName: "interval"))
    var rescan: RescanInterval?

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

    /// Returns the server's configuration.
    /// - Parameter metricsPort: The port for the metrics; `nil` for none.
    /// - Throws: ``ProgramError`` of status ``ExitStatus/usage``.
    func configuration(
        in environment: ProgramEnvironment, metricsPort: Int? = nil
    ) throws(ProgramError) -> PhotoServerConfiguration {
        var configuration: PhotoServerConfiguration
        do {
            configuration = try PhotoServerConfiguration(
                folder: folder,
                at: ServerLocation(host: host, port: port, basePath: basePath, publicURL: publicURL),
                metricsPort: metricsPort, environment: environment.variables, timeZone: .current)
        } catch {
            throw ProgramError(status: .usage, error)
        }
        configuration.isPublic = isPublic
        configuration.certificate = try certificateFiles()
        if state.state != nil { configuration.stateFolder = try state.folder(environment: environment.variables) }
        configuration.rescanInterval = rescan?.duration
        return configuration
    }

    private func certificateFiles() throws(ProgramError) -> CertificateFiles? {
        switch (certificate, key) {
        case (nil, nil): nil
        case (let certificate?, let key?): CertificateFiles(certificate: certificate, key: key)
        case (_?, nil), (nil, _?):
            throw ProgramError(
                status: .usage,
                message: localized("a certificate and its key belong together; use both --tls-cert and --tls-key"))
        }
    }
}
