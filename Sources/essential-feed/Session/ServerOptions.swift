import ArgumentParser
import EssentialFeed
import EssentialFeedServer
import Foundation

/// The options that say what a server serves, where, and to whom.
struct ServerOptions: ParsableArguments {
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

    @OptionGroup var state: StateOptions

    /// Returns what a server with these options is.
    /// - Parameter metricsPort: The port for the metrics; `nil` for none.
    /// - Throws: ``ProgramError`` of status ``ExitStatus/usage``.
    func configuration(
        in environment: ProgramEnvironment, metricsPort: Int? = nil
    ) throws(ProgramError) -> PhotoServerConfiguration {
        var configuration: PhotoServerConfiguration
        do {
            configuration = try PhotoServerConfiguration(
                folder: folder, host: host, port: port, basePath: basePath, publicURL: publicURL,
                metricsPort: metricsPort, environment: environment.variables, timeZone: .current)
        } catch {
            throw ProgramError(status: .usage, message: TerminalText.line(error.description))
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
                status: .usage, message: "a certificate and its key belong together; use both --tls-cert and --tls-key")
        }
    }
}
