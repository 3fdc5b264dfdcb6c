import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct FindServerTests {
    @Test func `The first address that has a feed is delivered; those that give no answer are skipped`() async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.failure(HTTPClientError(.notTLS)), .success(feedAnswer([]))]))
        let found = try await FindServer(client: client).find(TypedServerAddress("127.0.0.1:8080"))
        #expect(found.displayText == "http://127.0.0.1:8080")
        #expect(
            client.urls.map(\.absoluteString) == [
                "https://127.0.0.1:8080/feed?limit=10", "http://127.0.0.1:8080/feed?limit=10",
            ])
    }

    @Test(
        "A public address is never asked over http; an answer ends the search, as does a certificate without trust",
        arguments: [
            ("photos.example.com", .failure(HTTPClientError(.notTLS))), ("127.0.0.1:8080", .success(answer(500))),
            ("127.0.0.1:8080", .failure(HTTPClientError(.insecure))),
            ("maria:secret@192.168.1.5", .failure(HTTPClientError(.insecure))),
            ("127.0.0.1:8080", .failure(HTTPClientError(.untrustedCertificate(anyFingerprint)))),
            ("127.0.0.1:8080", .failure(HTTPClientError(.changedCertificate(anyFingerprint)))),
        ] as [(String, Result<DataResponse, any Error>)])
    func findAsksNothingFurther(text: String, result: Result<DataResponse, any Error>) async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([result]))
        let typed = try TypedServerAddress(text)
        let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
        #expect(client.urls.map { $0.scheme } == ["https"])
        #expect(error?.address == typed.candidates[0])
    }

    @Test func `If no address answers, the last failure is thrown; a cancellation stays one`() async throws {
        let client = HTTPClientSpy(
            HTTPClientSpy.queue([.failure(HTTPClientError(.notTLS)), .failure(HTTPClientError(.refused))]))
        let typed = try TypedServerAddress("127.0.0.1:8080")
        let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
        #expect(error?.address == typed.candidates[1])
        #expect(error.map { Fault($0.remote) } == .connectivity)
        let cancelled = HTTPClientSpy { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await FindServer(client: cancelled).find(typed) }
        #expect(cancelled.requests.count == 1)
    }

    @Test func `The name and password are sent to the server asked, and aren't in its address`() async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.success(feedAnswer([]))]))
        let found = try await FindServer(client: client).find(
            TypedServerAddress("photos.example.com"), signIn: SignIn(user: "maria", password: "secret"))
        #expect(client.urls.map(\.absoluteString) == ["https://maria:secret@photos.example.com/feed?limit=10"])
        #expect(found.authorization == nil)
    }

    @Test(
        "A name and a password go out over http only to this machine, or if the user typed http://",
        arguments: [
            ("192.168.1.5:8080", false), ("maria:secret@192.168.1.5:8080", false), ("[fd00::5]", false),
            ("localhost:8080", true), ("http://192.168.1.5:8080", true),
        ],
        [HTTPClientError.Kind.notTLS, .refused, .connectTimeout, .timeout, .reset, .cut, .malformed, .other])
    func findSendsNoSignInInTheClear(
        typing: (text: String, isSent: Bool), kind: HTTPClientError.Kind
    ) async throws {
        let (text, isSent) = typing
        let client = HTTPClientSpy { request in
            guard request.url.scheme == "http" else { throw HTTPClientError(kind) }
            return feedAnswer([])
        }
        let typed = try TypedServerAddress(text)
        let signIn = text.contains("@") ? nil : SignIn(user: "maria", password: "secret")
        do {
            _ = try await FindServer(client: client).find(typed, signIn: signIn)
            #expect(isSent)
        } catch let error as FindServerError {
            #expect(!isSent)
            #expect(error.address == typed.candidates[1])
            #expect(ErrorMessage.text(for: error, in: .english).contains("write http:// before the address"))
        }
        let plain = client.urls.filter { $0.scheme == "http" }
        #expect(plain.map { $0.user() != nil || $0.password() != nil } == [isSent])
    }

    @Test func `An http address that isn't typed as such isn't asked with a name and password either`() async throws {
        let client = HTTPClientSpy(HTTPClientSpy.queue([.failure(HTTPClientError(.notTLS)), .success(answer(401))]))
        let typed = try TypedServerAddress("192.168.1.5")
        let error = await #expect(throws: FindServerError.self) { try await FindServer(client: client).find(typed) }
        #expect(error?.remote == .connectivity(HTTPClientError(.unencryptedSignIn)))
        let explicit = HTTPClientSpy(HTTPClientSpy.queue([.success(answer(401))]))
        let asked = await #expect(throws: FindServerError.self) {
            try await FindServer(client: explicit).find(TypedServerAddress("http://192.168.1.5"))
        }
        #expect(asked?.remote.isUnauthorized == true)
    }

    @Test(
        "An answer that doesn't follow the contract means that there is no feed at the address",
        arguments: [
            (answer(200, text: "<html>"), true), (answer(200, text: "[]"), true), (answer(404), true),
            (answer(410), true), (answer(400), true), (answer(403), false), (answer(429), false), (answer(500), false),
            (answer(503), false),
        ])
    func textSaysThatThereIsNoFeed(answer: DataResponse, saysSo: Bool) async throws {
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

    @Test func `A long address is cut in the message`() throws {
        let address = try ServerAddress("http://host/" + String(repeating: "a", count: 100_000))
        let error = FindServerError(address: address, remote: .invalidData(.empty))
        #expect(ErrorMessage.text(for: error, in: .english).count < 200)
    }
}

private let anyFingerprint = CertificateFingerprint(TestCertificate.localhost.fingerprint)!
