import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@MainActor
@Suite(.detectsHangs) struct ServerAddressControllerTests {
    @Test func `A server is accepted once it has delivered a feed; one is looked for at a time`() async throws {
        let screen = Screen()
        screen.controller.connect(to: "127.0.0.1:8080", user: "", password: "")
        screen.controller.connect(to: "127.0.0.1:9090", user: "", password: "")
        #expect(screen.last.isConnecting)
        try await screen.searches.arrival(0)
        #expect(screen.found.isEmpty)
        screen.searches.answer(0, with: .success(address("http://127.0.0.1:8080")))
        await screen.shown.until { !$0.isConnecting }
        #expect(screen.found.map(\.address) == [address("http://127.0.0.1:8080")])
        #expect(screen.found.map(\.signIn) == [nil])
        #expect(screen.last.message == nil)
        #expect(screen.searches.count == 1)
    }

    @Test func `Text that isn't an address fails at once, and no server is asked`() {
        let screen = Screen()
        screen.controller.connect(to: "two words", user: "", password: "")
        #expect(screen.last.message?.hasPrefix("This isn’t a server address.") == true)
        #expect(!screen.last.isConnecting)
        #expect(screen.searches.count == 0)
    }

    @Test func `A server without a feed leads to a message, and can be looked for again`() async throws {
        let screen = Screen()
        screen.controller.connect(to: "127.0.0.1:8080", user: "", password: "")
        try await screen.fail(0, with: .invalidData(.status(404)))
        #expect(screen.last.message == "No feed found at http://127.0.0.1:8080; is this the server’s address?")
        #expect(!screen.last.asksForSignIn)
        screen.controller.connect(to: "127.0.0.1:8080", user: "", password: "")
        #expect(screen.last.message == nil)
        #expect(screen.found.isEmpty)
    }

    @Test func `An untrusted certificate is asked about; once trusted, the same search begins anew`() async throws {
        let screen = Screen()
        let fingerprint = try #require(CertificateFingerprint(TestCertificate.localhost.fingerprint))
        var asked: [UntrustedCertificate] = []
        screen.controller.onUntrustedCertificate = { asked.append($0) }
        screen.controller.connect(to: "127.0.0.1:8080", user: "", password: "")
        for (number, isChanged) in [false, true].enumerated() {
            try await screen.fail(
                number,
                with: .connectivity(
                    HTTPClientError(isChanged ? .changedCertificate(fingerprint) : .untrustedCertificate(fingerprint))))
            #expect(
                asked.last
                    == UntrustedCertificate(
                        server: address("http://127.0.0.1:8080"), fingerprint: fingerprint, isChanged: isChanged))
            #expect(screen.last.message?.contains(fingerprint.description) == true)
            screen.controller.certificateTrusted()
            #expect(screen.last.isConnecting && screen.last.message == nil)
        }
        try await screen.searches.arrival(2)
        #expect(asked.count == 2)
    }

    @Test func `A name and a password that are asked for go into the search, and on with the server`() async throws {
        let screen = Screen()
        let signIn = SignIn(user: "maria", password: "secret")
        screen.controller.connect(to: "127.0.0.1:8080", user: "", password: "")
        try await screen.fail(0, with: .invalidData(.status(401)))
        screen.controller.connect(to: "127.0.0.1:8080", user: "maria", password: "secret")
        try await screen.searches.arrival(1)
        screen.searches.answer(1, with: .success(address("http://127.0.0.1:8080")))
        await screen.shown.until { !$0.isConnecting }
        #expect(screen.signIns.events == [nil, signIn])
        #expect(screen.found.map(\.signIn) == [signIn])
    }

    @Test func `A cancelled search ends and shows nothing, and another one can begin`() async throws {
        let screen = Screen()
        screen.controller.connect(to: "127.0.0.1", user: "", password: "")
        try await screen.searches.arrival(0)
        screen.controller.cancel()
        try await screen.searches.cancellation(0)
        #expect(!screen.last.isConnecting)
        #expect(screen.last.message == nil)
        screen.controller.connect(to: "127.0.0.1", user: "", password: "")
        try await screen.searches.arrival(1)
    }

    @Test func `Releasing the controller ends its search`() async throws {
        let screen = Screen()
        screen.controller.connect(to: "127.0.0.1", user: "", password: "")
        try await screen.searches.arrival(0)
        screen.controller = nil
        try await screen.searches.cancellation(0)
        #expect(screen.found.isEmpty)
    }

    private final class Screen: ServerAddressView {
        let shown = Shown<ServerAddressViewModel>()
        let searches = HeldCalls<ServerAddress>()
        let signIns = EventLog<SignIn?>()
        private(set) var found: [(address: ServerAddress, signIn: SignIn?)] = []
        var controller: ServerAddressController!
        var last: ServerAddressViewModel { shown.last ?? ServerAddressViewModel() }

        init() {
            controller = ServerAddressController(
                find: { [searches, signIns] _, signIn in
                    signIns.append(signIn)
                    return try await searches.call()
                }, language: .english, onFound: { [weak self] in self?.found.append(($0, $1)) })
            controller.view = self
            controller.appear()
        }

        func display(_ viewModel: ServerAddressViewModel) {
            shown.add(viewModel)
        }

        func fail(_ search: Int, with error: RemoteError) async throws {
            try await searches.arrival(search)
            searches.answer(
                search, with: .failure(FindServerError(address: address("http://127.0.0.1:8080"), remote: error)))
            await shown.until { !$0.isConnecting }
        }
    }
}
