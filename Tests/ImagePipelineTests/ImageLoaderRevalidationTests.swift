import Foundation
import ImagePipeline
import TestSupport
import Testing

/// What the image loader does with image data that the server is to confirm, before or after it is shown.
@Suite(.detectsHangs, .watchesTasks) struct ImageLoaderRevalidationTests {
    @Test("Bytes that the server has to confirm are confirmed before they are shown, without another read")
    func pictureIsConfirmedFirst() async throws {
        let source = UnconfirmedSource()
        let loader = ImageLoader(source: source, decoder: ImageLoaderFixture().decoder)
        #expect(try await loader.picture(for: ImageRequest(a, size: card)) == "a confirmed picture")
        #expect(source.calls.events == ["cached", "confirm"])
    }

    @Test
    func `A picture from the disk is delivered, then revalidated; a failed revalidation is reported`() async throws {
        let it = ImageLoaderFixture()
        for url in [a, b] { it.disk.store("a picture", for: url) }
        #expect(try await it.load(a).valueInTime() == "a picture")
        #expect(try await it.load(b).valueInTime() == "a picture")
        try await it.revalidations.arrival(0)
        #expect(it.revalidated.events == [a])
        it.revalidations.answer(0, with: .failure(anyError()))
        try await it.revalidations.arrival(1)
        #expect(it.revalidated.events == [a, b])
        #expect(it.errors.errors.count == 1)
    }

    @Test func `A picture that the server has replaced is loaded anew when it is requested again`() async throws {
        let it = ImageLoaderFixture()
        for url in [a, b] { it.disk.store("a picture", for: url) }
        for url in [a, b] { #expect(try await it.load(url).valueInTime() == "a picture") }
        try await it.revalidations.arrival(0)
        it.disk.store("another picture", for: a)
        it.revalidations.answer(0, with: .success(true))
        try await it.revalidations.arrival(1)
        #expect(it.pictureInMemory(a) == nil)
        #expect(it.pictureInMemory(b) != nil)
        #expect(try await it.load(a).valueInTime() == "another picture")
    }

    @Test func `A picture that is replaced while it is decoded is delivered, but not kept`() async throws {
        let it = ImageLoaderFixture(isDecodingHeld: true)
        for url in [a, b] { it.disk.store("a picture", for: url) }
        let load = it.load(a)
        try await it.decoder.calls.arrival(0)
        try await it.revalidations.arrival(0)
        let other = it.load(b)
        try await it.decoder.calls.arrival(1)
        it.revalidations.answer(0, with: .success(true))
        try await it.revalidations.arrival(1)
        it.decoder.calls.open()
        #expect(try await load.valueInTime() == "a picture")
        #expect(try await other.valueInTime() == "a picture")
        #expect(it.pictureInMemory(a) == nil)
        #expect(it.pictureInMemory(b) != nil)
    }
}

/// A source whose bytes the server must confirm.
private final class UnconfirmedSource: ImageSource {
    let calls = EventLog<String>()

    func cached(_ url: URL) async throws -> ImageLookup {
        calls.append("cached")
        return .unconfirmed {
            self.calls.append("confirm")
            return Data("a confirmed picture".utf8)
        }
    }

    func fetch(_ url: URL) async throws -> Data {
        calls.append("fetch")
        return Data()
    }

    func revalidateIfDue(_ url: URL) async throws -> Bool {
        calls.append("revalidate")
        return false
    }

    func remove(_ url: URL) async throws {
        calls.append("remove")
    }
}
