import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct FindServerTests {
    @Test("N095 The first address that has a feed is delivered; those that give no answer are skipped")
    func test_find_deliversFirstThatAnswers() async throws {
        let client = HTTPClientSpy(
            HTTPClientSpy.queue([.failure(HTTPClientError(.insecure)), .success(feedAnswer([]))]))
        let found = try await FindServer(client: client).find(TypedServerAddress("127.0.0.1:8080"))
        #expect(found.displayText == "http://127.0.0.1:8080")
        #expect(
            client.urls.map(\.absoluteString) == [
                "https://127.0.0.1:8080/feed?limit=10", "http://127.0.0.1:8080/feed?limit=10",
            ])
    }

    @Test(
        "N095 A public address is never asked over http, and an answer ends the search", arguments: [true, false])
    func test_find_asksNothingFurther(isPublic: Bool) async throws {
        let client = HTTPClientSpy(
            HTTPClientSpy.queue([isPublic ? .failure(HTTPClientError(.insecure)) : .success(answer(500))]))
        let typed = try TypedServerAddress(isPublic ? "photos.example.com" : "127.0.0.1:8080")
        let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
        #expect(client.urls.map { $0.scheme } == ["https"])
        #expect(error?.address == typed.candidates[0])
    }

    @Test("N095 If no address answers, the last failure is thrown; a cancellation stays one")
    func test_find_throwsLastFailure() async throws {
        let client = HTTPClientSpy(
            HTTPClientSpy.queue([.failure(HTTPClientError(.insecure)), .failure(HTTPClientError(.refused))]))
        let typed = try TypedServerAddress("127.0.0.1:8080")
        let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
        #expect(error?.address == typed.candidates[1])
        #expect(error.map { Fault($0.remote) } == .connectivity)
        let cancelled = HTTPClientSpy { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await FindServer(client: cancelled).find(typed) }
        #expect(cancelled.requests.count == 1)
    }

    @Test(
        "N098 The name and the password are sent to each address that is asked, and aren't in the one that is delivered"
    )
    func test_find_sendsSignIn() async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.success(feedAnswer([]))]))
        let found = try await FindServer(client: client).find(
            TypedServerAddress("photos.example.com"), signIn: SignIn(user: "maria", password: "secret"))
        #expect(client.urls.map(\.absoluteString) == ["https://maria:secret@photos.example.com/feed?limit=10"])
        #expect(found.authorization == nil)
    }

    @Test(
        "N097 An answer that doesn't follow the contract means that there is no feed at the address",
        arguments: [
            (answer(200, text: "<html>"), true), (answer(200, text: "[]"), true), (answer(404), true),
            (answer(410), true), (answer(400), true), (answer(403), false), (answer(429), false), (answer(500), false),
            (answer(503), false),
        ])
    func test_text_saysThatThereIsNoFeed(answer: DataResponse, saysSo: Bool) async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.success(answer)]))
        let typed = try TypedServerAddress("http://user:secret@127.0.0.1:8080/x")
        let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
        let message = ErrorMessage.text(for: try #require(error), in: .english)
        let noFeed = "No feed found at http://127.0.0.1:8080/x; is this the server’s address?"
        #expect((message == noFeed) == saysSo, "\(message)")
        let load = ErrorMessage.text(
            for: LoadFeedError(remote: error?.remote, address: typed.candidates[0]), in: .english)
        #expect(load.hasPrefix(noFeed) == saysSo, "\(load)")
        #expect(!load.contains("secret"))
    }

    @Test("N097 A long address is cut in the message")
    func test_text_cutsLongAddress() throws {
        let address = try ServerAddress("http://host/" + String(repeating: "a", count: 100_000))
        let error = FindServerError(address: address, remote: .invalidData(.empty))
        #expect(ErrorMessage.text(for: error, in: .english).count < 200)
    }
}
