import Foundation
import HTTPTransport
import TestSupport
import Testing

@testable import EssentialFeed

@Suite struct CountNewImagesTests {
    private let old = (0..<3).map { _ in uniqueImage() }
    private let new = (0..<2).map { _ in uniqueImage() }

    @Test func `Images in front of the ones that the user saw last are new`() async throws {
        #expect(try await count(new + old).text == "2")
        #expect(try await count(new + old[1...]).text == "2", "the last seen image was deleted")
        #expect(try await count(old).text == nil)
        #expect(try await count([]).text == nil)
    }

    @Test func `If the user has seen nothing of the first page, more may be new than the page has`() async throws {
        #expect(try await count((0..<10).map { _ in uniqueImage() }).text == "10+")
        #expect(try await count(new).text == "2", "the page is the whole feed")
    }

    @Test func `If the seen images are in another order, images in front aren't necessarily new`() async throws {
        #expect(try await count(new + old.reversed()).text == nil)
    }

    @Test func `One request asks for the first page, and its error is thrown`() async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.failure(HTTPClientError(.refused))]))
        let address = try ServerAddress("https://photos.example.com")
        await #expect(throws: RemoteError.self) {
            try await CountNewImages(client: client).count(at: address, since: SeenFeed(old.map(\.id)))
        }
        #expect(client.urls.map(\.absoluteString) == ["https://photos.example.com/feed?limit=10"])
    }

    private func count(_ images: [FeedImage]) async throws -> NewImageCount {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.success(feedAnswer(images))]))
        return try await CountNewImages(client: client).count(
            at: ServerAddress("https://photos.example.com"), since: SeenFeed(old.map(\.id)))
    }
}
