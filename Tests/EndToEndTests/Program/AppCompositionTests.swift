import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
import Foundation
import TestSupport
import Testing

@testable import essential_feed_app

/// The app's composition root over a client and a store that the test brings.
@MainActor
@Suite(.detectsHangs) struct AppCompositionTests {
    @Test func `The app finds a server, loads, caches and counts new images with any client and store`() async throws {
        let (server, store, home) = (InMemoryServer(), InMemoryStore(), TemporaryFolder())
        let environment = try AppEnvironment(AppOptions.parse([]), variables: ["HOME": home.path])
        let app = AppComposition(environment, over: SessionInfrastructure(client: server, feeds: store, images: store))
        let address = try await app.findServer(TypedServerAddress(await server.connect()), signIn: nil)
        app.model.send(.addressChosen(address))
        let opening = app.session(of: try #require(app.model.state.open))
        await #expect(throws: LoadFeedError.self) { try await opening.cachedFeed.value }

        let session = await opening.session.value
        let images = try await session.loadFeed.load().images
        #expect(try await store.retrieve()?.images.map(\.id) == images.map(\.id))
        #expect(try await session.imageData(of: images[0]) == anyPNG())
        #expect(try await store.retrieveImageData(for: images[0].url) == anyPNG())

        let seen = SeenFeed(images.dropFirst().map(\.id))
        app.model.changeSettings { $0.seenFeeds.remember(seen, of: address.displayText) }
        #expect(try await app.newImages(of: .address(address)) == NewImageCount(1))

        await opening.close { Issue.record("\($0)") }
        await app.close()
        #expect(!FileManager.default.fileExists(atPath: environment.start.cacheFolder.path))
    }
}
