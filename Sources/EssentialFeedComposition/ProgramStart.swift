public import EssentialFeed
package import EssentialFeedHTTP
public import EssentialFeedStore
public import Foundation

/// The server, cache folder, network and language of a program, from the options first, then the environment, then the
/// app's settings, which the app itself passes to `init(url:cacheDir:environment:settings:)`.
public struct ProgramStart: Sendable {
    private static let addressVariable = "ESSENTIAL_FEED_URL"

    /// The folder with the caches of all servers.
    public let cacheFolder: URL
    package let language: Language
    package let settings: AppSettings
    private let url: String?
    private let environment: [String: String]

    /// `report` receives the error if the app's settings can't be read, which doesn't stop the program.
    public init(
        url: String?, cacheDir: String?, environment: [String: String], report: @escaping @Sendable (any Error) -> Void
    ) {
        self.init(
            url: url, cacheDir: cacheDir, environment: environment,
            settings: AppSettingsFile(environment: environment, report: report).load())
    }

    package init(url: String?, cacheDir: String?, environment: [String: String], settings: AppSettings) {
        (self.url, self.environment, self.settings) = (url, environment, settings)
        language = Language(environment: environment)
        cacheFolder =
            cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? BaseDirectory.cache.url(environment: environment, home: .homeDirectory)
            .appending(path: "essential-feed", directoryHint: .isDirectory)
    }

    /// The server named in the options, the environment or the app's settings. Throws ``ProgramStartError``.
    public func address() throws(ProgramStartError) -> ServerAddress {
        try typedAddress().address.candidates[0]
    }

    /// Like ``address()``, and the source: `--url`, `ESSENTIAL_FEED_URL` or `the app`.
    package func typedAddress() throws(ProgramStartError) -> (address: TypedServerAddress, source: String) {
        if let named = try namedAddress() { return named }
        guard let text = settings.address, !text.isEmpty else { throw .noAddress }
        return (try Self.parsed(text), "the app")
    }

    /// The server named in the options or the environment, perhaps with user info, or else the app's current one.
    /// `report` receives the error if the named server isn't an address.
    package func server(report: (any Error) -> Void) -> RememberedServer? {
        do {
            if let named = try namedAddress() { return .address(named.address.candidates[0]) }
        } catch {
            report(error)
        }
        return settings.preferences.servers.current
    }

    package static func address(of text: String) throws(ProgramStartError) -> ServerAddress {
        try parsed(text).candidates[0]
    }

    private func namedAddress() throws(ProgramStartError) -> (address: TypedServerAddress, source: String)? {
        if let url, !url.isEmpty { return (try Self.parsed(url), "--url") }
        guard let text = environment[Self.addressVariable], !text.isEmpty else { return nil }
        return (try Self.parsed(text), Self.addressVariable)
    }

    private static func parsed(_ text: String) throws(ProgramStartError) -> TypedServerAddress {
        do { return try TypedServerAddress(text) } catch { throw .malformedAddress(error.text) }
    }

    package func network() throws(ProgramStartError) -> NetworkSettings {
        do {
            return try NetworkSettings(environment: environment).trusting(settings)
        } catch {
            throw .malformedProxy(variable: error.variable)
        }
    }

    /// `report` receives each error that doesn't make a load fail, and `reportCacheError`, once per kind, each that
    /// prevents writing the cache, on any thread. Throws ``ProgramStartError``.
    public func context(
        report: @escaping @Sendable (any Error) -> Void, reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) throws(ProgramStartError) -> SessionContext {
        context(try network(), settings, report: report, reportCacheError: reportCacheError)
    }

    package func context(
        _ network: NetworkSettings, _ settings: AppSettings, report: @escaping @Sendable (any Error) -> Void,
        reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) -> SessionContext {
        var context = SessionContext(
            cacheFolder: cacheFolder, network: network.trusting(settings), now: { Date() }, report: report,
            reportCacheError: reportCacheError)
        context.imageLimit = settings.imageLimit
        return context
    }

    /// SwiftNIO traps without enough files and connections. Throws
    /// ``ProgramStartError/tooFewOpenFiles(limit:minimum:)``.
    public static func checkOpenFiles() throws(ProgramStartError) {
        // Each of SwiftNIO's threads, one per core, uses three.
        let minimum = 16 + 4 * ProcessInfo.processInfo.activeProcessorCount
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < minimum else {
            return
        }
        throw .tooFewOpenFiles(limit: Int(limit.rlim_cur), minimum: minimum)
    }
}

extension NetworkSettings {
    package func trusting(_ settings: AppSettings) -> NetworkSettings {
        var network = self
        network.trustedCertificates = settings.certificatesByOrigin
        return network
    }
}

extension Language {
    package static let session = Language(environment: ProcessInfo.processInfo.environment)
}

package func localized(_ message: Message) -> String { Language.session.text(message) }

/// Keeps sign-ins out of messages about command lines. An invitation's link contains one.
package enum CommandLineText {
    package static func misplacedAddress(in command: String) -> String {
        localized("pass the address with --url or in ESSENTIAL_FEED_URL; see “\(command) --help”")
    }

    package static func repeatsAddress(_ message: String) -> Bool { message.contains(/:\/\/|:[^\s\/@]+@/) }

    package static func withoutSignIns(_ message: String) -> String {
        message.replacing(/[^\s\/@:“"]*:[^\s\/@]+@/, with: "…@")
    }
}
