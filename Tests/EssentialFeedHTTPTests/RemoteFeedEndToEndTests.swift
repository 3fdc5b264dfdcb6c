import EssentialFeed
import EssentialFeedHTTP
import Foundation
import TestSupport
import Testing

@Suite struct RemoteFeedEndToEndTests {
    @Test func `B019 A fixture server's eight items are read exactly, and the image data isn't empty`() async throws {
        try await withNetwork { server, client in
            let address = try ServerAddress(server.url("/v1").absoluteString)
            let expected = Self.feed(on: server)
            server.answer("/v1/feed", with: .json(Self.payload(expected)))
            for image in expected { server.answer(image.url.path(), with: .response(body: anyPNG())) }

            let outcome = try await LoadFeedFromRemote(client: client).load(address.feed())
            #expect(outcome == .feed(expected, entityTag: nil))
            #expect(server.requests.events.first?.target == "/v1/feed?limit=10")
            for image in expected {
                let load = LoadFeedImageDataFromRemote(client: client)
                let data = try await load.load(image.url).data
                #expect(data == anyPNG())
                #expect(!data.isEmpty)
            }
        }
    }

    /// All combinations of texts, twice.
    private static func feed(on server: LyingServer) -> [FeedImage] {
        (1...8).map { number in
            FeedImage(
                id: UUID(uuidString: "73A7F70C-75DA-4C2E-B5A3-EED40DC53AA\(number)")!,
                description: number % 2 == 1 ? "Description \(number)" : nil,
                location: number % 4 < 2 ? "Location \(number)" : nil,
                url: server.url("/image-\(number)"))
        }
    }

    private static func payload(_ feed: [FeedImage]) -> String {
        let items = feed.map { image in
            let fields = [
                "\"id\": \"\(image.id)\"", image.description.map { "\"description\": \"\($0)\"" },
                image.location.map { "\"location\": \"\($0)\"" }, "\"image\": \"\(image.url)\"",
            ]
            return "{\(fields.compactMap { $0 }.joined(separator: ", "))}"
        }
        return "{\"items\": [\(items.joined(separator: ", "))]}"
    }
}
