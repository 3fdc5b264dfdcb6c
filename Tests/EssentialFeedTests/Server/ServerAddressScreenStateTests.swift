import EssentialFeed
import Foundation
import TestSupport
import Testing

/// How the state of the screen that asks for the server handles each event.
@Suite struct ServerAddressScreenStateTests {
    private let server = address("http://127.0.0.1:8080")
    private let connect = ServerAddressScreenState.Event.connectRequested(
        address: "http://127.0.0.1:8080", user: "maria", password: "secret")

    @Test func `A name and a password are sent only to the server that asked for them`() throws {
        let typed = try TypedServerAddress("http://127.0.0.1:8080")
        let signIn = SignIn(user: "maria", password: "secret")
        let unauthorized = FindServerError(address: server, remote: .invalidData(.status(401)))
        var screen = ServerAddressScreenState(nil, language: .english)
        #expect(screen.handle(connect) == [.find(typed, nil)])
        #expect(screen.handle(.searchEnded(.failure(unauthorized))) == [])
        #expect(screen.viewModel.asksForSignIn)
        #expect(screen.viewModel.message == "The server asks for a name and a password.")
        #expect(!screen.viewModel.isFailure)
        #expect(screen.handle(connect) == [.find(typed, signIn)])
        #expect(screen.handle(.addressChanged) == [])
        #expect(screen.viewModel.asksForSignIn)
        #expect(screen.handle(.searchEnded(.failure(unauthorized))) == [])
        #expect(screen.viewModel.message?.contains("doesn’t accept") == true)
        #expect(screen.viewModel.isFailure)
        _ = screen.handle(connect)
        #expect(screen.handle(.searchEnded(.success(server))) == [.found(server, signIn)])
        #expect(screen.handle(.addressChanged) == [])
        #expect(!screen.viewModel.asksForSignIn)
        #expect(screen.handle(connect) == [.find(typed, nil)])
    }

    @Test func `A link that isn't accepted is an ended invitation: a new link is asked for, and no name`() throws {
        let unauthorized = RemoteError.invalidData(.status(401))
        let link = address("http://maria:secret@127.0.0.1:8080")
        var screen = ServerAddressScreenState(nil, language: .english)
        _ = screen.handle(.connectRequested(address: "http://maria:secret@127.0.0.1:8080", user: "", password: ""))
        _ = screen.handle(.searchEnded(.failure(FindServerError(address: link, remote: unauthorized))))
        #expect(screen.viewModel.message == "Your invitation has ended. Ask for a new link.")
        #expect(!screen.viewModel.asksForSignIn)
        #expect(screen.viewModel == ServerAddressScreenState(.invitation, language: .english).viewModel)
    }

    @Test(
        arguments: [
            (.success(SignIn(user: "maria", password: "secret")), true, .invitation),
            (.success(SignIn(user: "maria", password: "secret")), false, .refused),
            (.success(nil), false, .needed),
            (.failure(SignInStoreError.locked), true, .locked),
            (.failure(SignInStoreError.unavailable(reason: "no bus")), true, .needed),
        ] as [(Result<SignIn?, any Error>, Bool, SignInRequest)])
    func `What a server wants that refuses a request depends on what was saved for it`(
        saved: Result<SignIn?, any Error>, isInvitation: Bool, request: SignInRequest
    ) {
        #expect(SignInRequest(refusing: saved, isInvitation: isInvitation) == request)
    }

    @Test func `A locked keyring is named, and a password can be entered nevertheless`() {
        let screen = ServerAddressScreenState(.locked, language: .english)
        #expect(
            screen.viewModel.message
                == "Your password is in the keyring, which is locked. Unlock the keyring and open the server again, or enter the password."
        )
        #expect(screen.viewModel.asksForSignIn)
    }

    @Test func `A cancelled search ends without a message, and its result is ignored`() {
        var screen = ServerAddressScreenState(nil, language: .english)
        #expect(screen.handle(.cancelled) == [])
        _ = screen.handle(connect)
        #expect(screen.handle(.cancelled) == [.cancelFind])
        #expect(screen.viewModel == ServerAddressViewModel())
        #expect(screen.handle(.searchEnded(.success(server))) == [])
    }
}
