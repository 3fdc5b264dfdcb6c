import ArgumentParser
import EssentialFeed
import EssentialFeedComposition
@testable import essential_feed
import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// The stories through the terminal program's own composition, over a client and a store that the test brings.
@Suite(.detectsHangs) struct InProcessScenarioTests {
    private let server = InMemoryServer()
    private let store = InMemoryStore()

    @Test(arguments: ScenarioTests.scenarios)
    func `The scenarios of the stories hold over any client and store`(scenario: Scenario) async throws {
        let world = World(server: server, driver: TerminalDriver { try await run($0, timePassed: $1) })
        for step in try scenario.steps.map(Steps.step) { try await step(world) }
        await world.end()
    }

    @Test func `Saving for offline use and the cache commands work with any store`() async throws {
        let address = try await server.connect()
        #expect(try await run(["sync", "--url", address]).error == nil)
        let status = try await run(["cache", "status", "--json", "--url", address]).output
        let fields = try #require(try JSONSerialization.jsonObject(with: status) as? [String: Any])
        #expect(fields["feed_images"] as? Int == 4)
        #expect(fields["complete_offline"] as? Bool == true)

        #expect(try await run(["cache", "clear", "--url", address]).error == nil)
        #expect(try await store.retrieve() == nil)
    }

    /// Runs a command in the test's process.
    private func run(_ arguments: [String], timePassed: Duration = .zero) async throws -> TerminalDriver.Output {
        let output = Mutex(Data())
        let composition = ClientComposition(
            infrastructure: SessionInfrastructure(client: server, feeds: store, images: store),
            variables: ["HOME": "/nonexistent", "LANG": "C.UTF-8"],
            streams: StandardStreams(receive: { data, isOutput in
                if isOutput { output.withLock { $0 += data } }
            }),
            now: { Date() + timePassed / .seconds(1) })
        let command = try #require(try EssentialFeedProgram.parseAsRoot(arguments) as? any ClientCommand)
        do {
            try await command.run(in: composition)
            return TerminalDriver.Output(output: output.withLock { $0 }, error: nil)
        } catch let error as ProgramError {
            return TerminalDriver.Output(output: output.withLock { $0 }, error: error.message)
        }
    }
}

/// A client whose server has the feed and the comments of the scenarios.
final class InMemoryServer: HTTPClient, ScenarioServer {
    private let isConnected = Mutex(false)
    private let images = (0..<4).map { index in
        FeedImage(
            id: UUID(), description: index % 2 == 0 ? "description \(index)" : nil,
            location: index < 2 ? "location \(index)" : nil,
            url: URL(string: "http://photos.example.com/photo?\(index)")!)
    }

    func connect() async throws -> String {
        isConnected.withLock { $0 = true }
        return "http://photos.example.com"
    }

    func disconnect() async {
        isConnected.withLock { $0 = false }
    }

    func load(_ request: DataRequest) async throws -> DataResponse {
        guard isConnected.withLock({ $0 }) else { throw HTTPClientError(.refused) }
        switch Route(path: request.url.path()) {
        case .feed: return response(to: request, FeedPayload.encode(images))
        case .comments: return response(to: request, ImageCommentsPayload.encode(Self.comments))
        case .image, nil: return response(to: request, anyPNG())
        }
    }

    private func response(to request: DataRequest, _ body: Data) -> DataResponse {
        DataResponse(url: request.url, status: .ok, body: body)
    }

    private static let comments = [("a message", "a username"), ("another message", "another username")].map {
        ImageComment(id: UUID(), message: $0, createdAt: PhotoFolder.newest, author: ImageCommentAuthor(username: $1))
    }
}
