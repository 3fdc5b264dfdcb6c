import Foundation
import TestSupport

/// The server of a scenario. It answers at the same address after each start.
protocol ScenarioServer: Sendable {
    /// Starts answering.
    /// - Returns: The server's address.
    func connect() async throws -> String
    /// Stops answering.
    func disconnect() async
}

/// The setting of a scenario: a server, and the app with a separate cache.
final class World {
    static let sevenDays = Duration.seconds(7 * 24 * 60 * 60)

    let driver: any AppDriver
    private let server: any ScenarioServer
    private(set) var isConnected = false
    private(set) var address = ""
    var timePassed = Duration.zero

    private(set) var shownFeed: ShownFeed?
    private(set) var shownComments: ShownComments?
    private(set) var savedFeed: ShownFeed?

    init(server: any ScenarioServer, driver: any AppDriver) {
        self.server = server
        self.driver = driver
    }

    /// Creates the setting of a program: a server in a separate process, over a folder of photos.
    convenience init(driver: (_ cacheFolder: String) throws -> any AppDriver) throws {
        let folder = TemporaryFolder()
        self.init(
            server: try ProcessServer(folder: folder), driver: try driver(folder.url.appending(path: "cache").path))
    }

    func connect() async throws {
        guard !isConnected else { return }
        address = try await server.connect()
        isConnected = true
    }

    func disconnect() async {
        await server.disconnect()
        isConnected = false
    }

    /// Uses the app once while there is a connection, so it saves the feed.
    func useOnceOnline() async throws {
        try await connect()
        savedFeed = try await driver.requestFeed(address: address, timePassed: .zero)
        await disconnect()
    }

    func requestFeed() async throws {
        shownFeed = try await driver.requestFeed(address: address, timePassed: timePassed)
    }

    func requestComments(imageID: String) async throws {
        shownComments = try await driver.requestComments(address: address, imageID: imageID)
    }

    func forgetFeed() {
        shownFeed = nil
    }

    func end() async {
        await disconnect()
    }
}

/// The program's server over a folder of photos, in a separate process.
private actor ProcessServer: ScenarioServer {
    private let photos: PhotoFolder
    private let folder: TemporaryFolder
    private var server: ProgramServer?
    private var previous: URLComponents?

    init(folder: TemporaryFolder) throws {
        self.folder = folder
        photos = try PhotoFolder()
    }

    func connect() async throws -> String {
        let server = try await ProgramServer(
            photos: photos, state: folder.url.appending(path: "state").path,
            host: previous?.host ?? LoopbackAddress.any(), port: previous?.port ?? 0,
            isPublic: true)
        self.server = server
        previous = URLComponents(string: server.address)
        return server.address
    }

    func disconnect() async {
        await server?.stop()
        server = nil
    }
}
