import Foundation
import TestSupport
import Testing

/// The setting of a scenario: a server over a folder of photos, and the app with a cache of its own.
final class World {
    static let sevenDays = Duration.seconds(7 * 24 * 60 * 60)

    let driver: any AppDriver
    private let photos: PhotoFolder
    private let folder: TemporaryFolder
    private var server: ProgramServer?
    private(set) var address = ""
    var timePassed = Duration.zero

    private(set) var shownFeed: ShownFeed?
    private(set) var shownComments: ShownComments?
    private(set) var savedFeed: ShownFeed?

    init(driver: (_ cacheFolder: String) throws -> any AppDriver) throws {
        folder = try TemporaryFolder()
        photos = try PhotoFolder()
        self.driver = try driver(folder.url.appending(path: "cache").path)
    }

    var isConnected: Bool { server != nil }

    /// Starts the server, at the address that it had before.
    func connect() async throws {
        guard server == nil else { return }
        let previous = URLComponents(string: address)
        let server = try await ProgramServer(
            photos: photos, state: folder.url.appending(path: "state").path,
            host: previous?.host ?? LoopbackAddress.any(), port: previous?.port ?? 0)
        self.server = server
        address = server.address
    }

    func disconnect() async {
        await server?.stop()
        server = nil
    }

    /// Uses the app once while there is a connection, so that it saves the feed.
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
