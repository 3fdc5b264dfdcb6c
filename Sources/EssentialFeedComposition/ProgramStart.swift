public import EssentialFeed
public import EssentialFeedHTTP
public import EssentialFeedStore
public import Foundation

/// What a program starts with: the server, the folder of the caches, the network and the language, from its options and the
/// environment.
public struct ProgramStart: Sendable {
    /// The server.
    public let address: ServerAddress
    /// The folder with the caches of all servers.
    public let cacheFolder: URL
    /// Proxies and certificates.
    public let network: NetworkSettings
    /// The language of texts.
    public let language: Language
    /// The most bytes that the cached images of all servers may have, as the app's preferences say.
    public let imageLimit: Int

    /// Reads the environment and the app's settings.
    /// - Parameters:
    ///   - url: The server's address from the options.
    ///   - cacheDir: The folder of the caches from the options.
    ///   - environment: The variables of the environment.
    ///   - report: Receives the error if the app's settings can't be read, which fails nothing.
    /// - Throws: ``ProgramStartError``.
    public init(
        url: String?, cacheDir: String?, environment: [String: String], report: @escaping @Sendable (any Error) -> Void
    ) throws(ProgramStartError) {
        language = Language(environment: environment)
        address = try Self.address(url: url, environment: environment, report: report).address
        cacheFolder = Self.cacheFolder(cacheDir, environment: environment)
        network = try Self.network(environment: environment)
        imageLimit = AppSettingsFile(environment: environment, report: report).load().imageLimit
    }

    /// Returns what a session needs, with the system's clock.
    /// - Parameters:
    ///   - report: Receives each error that doesn't fail a load, on any thread.
    ///   - reportCacheError: Receives each kind of error that keeps the cache from being written, once, on any thread.
    public func context(
        report: @escaping @Sendable (any Error) -> Void, reportCacheError: @escaping @Sendable (StoreError) -> Void
    ) -> SessionContext {
        var context = SessionContext(
            cacheFolder: cacheFolder, network: network, now: { Date() }, report: report,
            reportCacheError: reportCacheError)
        context.imageLimit = imageLimit
        return context
    }

    /// Returns the server that the options, the environment or the app's settings name, in this order, and which of them
    /// does: `--url`, `ESSENTIAL_FEED_URL` or `the app`.
    /// - Parameters:
    ///   - url: The server's address from the options.
    ///   - environment: The variables of the environment.
    ///   - report: Receives the error if the app's settings can't be read, which fails nothing.
    /// - Throws: ``ProgramStartError``.
    public static func address(
        url: String?, environment: [String: String], report: @escaping @Sendable (any Error) -> Void
    ) throws(ProgramStartError) -> (address: ServerAddress, source: String) {
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
            return (try ServerAddress(text), source)
        } catch {
            throw .malformedAddress(error.text)
        }
    }

    /// Returns the folder of the caches: the one of the options, or else the default one.
    /// - Parameters:
    ///   - cacheDir: The folder from the options.
    ///   - environment: The variables of the environment.
    public static func cacheFolder(_ cacheDir: String?, environment: [String: String]) -> URL {
        cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
    }

    /// Returns the network's settings.
    /// - Parameter environment: The variables of the environment.
    /// - Throws: ``ProgramStartError``.
    public static func network(environment: [String: String]) throws(ProgramStartError) -> NetworkSettings {
        do {
            return try NetworkSettings(environment: environment)
        } catch {
            throw .malformedProxy(variable: error.variable)
        }
    }
}
