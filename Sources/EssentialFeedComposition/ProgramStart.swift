public import EssentialFeed
public import EssentialFeedHTTP
public import EssentialFeedStore
public import Foundation

/// The parameters that a program starts with, from its options and the environment: the server, the cache folder, the
/// network and the language.
public struct ProgramStart: Sendable {
    /// The server.
    public let address: ServerAddress
    /// The folder with the caches of all servers.
    public let cacheFolder: URL
    /// Proxies and certificates.
    public let network: NetworkSettings
    /// The language of texts.
    package let language: Language
    /// The maximum size of the cached images of all servers, in bytes, as set in the app's preferences.
    public let imageLimit: Int

    /// Reads the environment and the app's settings.
    /// - Parameters:
    ///   - url: The server's address from the options.
    ///   - cacheDir: The cache folder from the options.
    ///   - environment: The environment variables.
    ///   - report: Receives the error if the app's settings can't be read. The error doesn't stop the program.
    /// - Throws: ``ProgramStartError``.
    public init(
        url: String?, cacheDir: String?, environment: [String: String], report: @escaping @Sendable (any Error) -> Void
    ) throws(ProgramStartError) {
        language = Language(environment: environment)
        address = try Self.address(url: url, environment: environment, report: report).address.candidates[0]
        cacheFolder = Self.cacheFolder(cacheDir, environment: environment)
        network = try Self.network(environment: environment, report: report)
        imageLimit = AppSettingsFile(environment: environment, report: report).load().imageLimit
    }

    /// Returns the parameters for a session, with the system clock.
    /// - Parameters:
    ///   - report: Receives each error that doesn't make a load fail, on any thread.
    ///   - reportCacheError: Receives, once per kind and on any thread, each error that prevents writing the cache.
    public func context(
        report: @escaping @Sendable (any Error) -> Void, reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) -> SessionContext {
        var context = SessionContext(
            cacheFolder: cacheFolder, network: network, now: { Date() }, report: report,
            reportCacheError: reportCacheError)
        context.imageLimit = imageLimit
        return context
    }

    /// Returns the server from the options, the environment or the app's settings, in this order, and the source:
    /// `--url`, `ESSENTIAL_FEED_URL` or `the app`.
    /// - Parameters:
    ///   - url: The server's address from the options.
    ///   - environment: The environment variables.
    ///   - report: Receives the error if the app's settings can't be read. The error doesn't stop the program.
    /// - Throws: ``ProgramStartError``.
    public static func address(
        url: String?, environment: [String: String], report: @escaping @Sendable (any Error) -> Void
    ) throws(ProgramStartError) -> (address: TypedServerAddress, source: String) {
        let variable = "ESSENTIAL_FEED_URL"
        let text: String
        let source: String
        if let url, !url.isEmpty {
            (text, source) = (url, "--url")
        } else if let url = environment[variable], !url.isEmpty {
            (text, source) = (url, variable)
        } else if let url = AppSettingsFile(environment: environment, report: report).load().address, !url.isEmpty {
            (text, source) = (url, "the app")
        } else {
            throw .noAddress
        }
        do {
            return (try TypedServerAddress(text), source)
        } catch {
            throw .malformedAddress(error.text)
        }
    }

    /// Makes sure that the process may open enough files and connections. Otherwise SwiftNIO traps.
    /// - Throws: ``ProgramStartError/tooFewOpenFiles(limit:minimum:)``.
    public static func checkOpenFiles() throws(ProgramStartError) {
        // Each of SwiftNIO's threads, one per core, uses three.
        let minimum = 16 + 4 * ProcessInfo.processInfo.activeProcessorCount
        var limit = rlimit()
        #if canImport(Darwin)
            let isKnown = getrlimit(RLIMIT_NOFILE, &limit) == 0
        #else
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        #endif
        guard isKnown, limit.rlim_cur < minimum else { return }
        throw .tooFewOpenFiles(limit: Int(limit.rlim_cur), minimum: minimum)
    }

    /// Returns the cache folder from the options, or else the default.
    /// - Parameters:
    ///   - cacheDir: The cache folder from the options.
    ///   - environment: The environment variables.
    public static func cacheFolder(_ cacheDir: String?, environment: [String: String]) -> URL {
        cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
    }

    /// Returns the network settings with the certificates that the user trusts in the app.
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - report: Receives the error if the app's settings can't be read. The error doesn't stop the program.
    /// - Throws: ``ProgramStartError``.
    public static func network(
        environment: [String: String], report: @escaping @Sendable (any Error) -> Void
    ) throws(ProgramStartError) -> NetworkSettings {
        do {
            var network = try NetworkSettings(environment: environment)
            network.trustedCertificates =
                AppSettingsFile(environment: environment, report: report).load().certificatesByOrigin
            return network
        } catch {
            throw .malformedProxy(variable: error.variable)
        }
    }
}

/// The reason that a program can't start. Each message says what to do about it.
public enum ProgramStartError: Error, Hashable {
    /// No server was specified.
    case noAddress
    /// The text that specifies the server isn't an address.
    case malformedAddress(String)
    /// An environment variable isn't the address of a proxy.
    case malformedProxy(variable: String)

    /// The limit on open files and connections is too low. Holds the limit and the required minimum.
    case tooFewOpenFiles(limit: Int, minimum: Int)

    /// Returns the message in one line, including the malformed text.
    package func message(in language: Language) -> String {
        language.text(message)
    }

    private var message: Message {
        switch self {
        case .noAddress:
            Message("no server address; use --url URL, set ESSENTIAL_FEED_URL, or choose a server in the app")
        case .malformedAddress(let text):
            Message("“\(TerminalText.line(text))” isn’t a server address; use one like https://photos.example.com")
        case .malformedProxy(let variable):
            Message("\(variable) isn’t a proxy address; set it to one like http://proxy:3128, or unset it")
        case .tooFewOpenFiles(let limit, let minimum):
            Message(
                "the limit of open files is \(limit), and at least \(minimum) are needed; raise it, for example with “ulimit -n 1024”"
            )
        }
    }
}
