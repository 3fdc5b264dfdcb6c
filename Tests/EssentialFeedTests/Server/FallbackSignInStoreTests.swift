import EssentialFeed
import Synchronization
import Testing

@Suite struct FallbackSignInStoreTests {
    private let server: ServerAddress
    private let maria = SignIn(user: "maria", password: "secret")

    init() throws {
        server = try ServerAddress("https://photos.example.com")
    }

    @Test func `What the keyring has comes from the keyring, and goes nowhere else`() async throws {
        let (keyring, file) = (StoreStub(), StoreStub())
        let store = FallbackSignInStore(keyring, fallback: file)
        try await store.save(maria, for: server)
        #expect(try await store.signIn(for: server) == maria)
        #expect(keyring.saved == maria)
        #expect(file.saved == nil)
    }

    @Test func `Without a keyring the file is used, and what it has is found once there is a keyring`() async throws {
        let (none, keyring, file) = (StoreStub(.unavailable(reason: "no bus")), StoreStub(), StoreStub())
        try await FallbackSignInStore(none, fallback: file).save(maria, for: server)
        #expect(file.saved == maria)
        for first in [none, keyring] {
            #expect(try await FallbackSignInStore(first, fallback: file).signIn(for: server) == maria)
        }
    }

    @Test func `What the person doesn't want to unlock the keyring for is saved nowhere`() async throws {
        let file = StoreStub()
        let store = FallbackSignInStore(StoreStub(.locked), fallback: file)
        await #expect(throws: SignInStoreError.locked) { try await store.save(maria, for: server) }
        await #expect(throws: SignInStoreError.locked) { try await store.signIn(for: server) }
        #expect(file.saved == nil)
    }

    @Test func `Saving in the keyring removes an older password from the file`() async throws {
        let (keyring, file) = (StoreStub(), StoreStub())
        try await file.save(SignIn(user: "maria", password: "older"), for: server)
        try await FallbackSignInStore(keyring, fallback: file).save(maria, for: server)
        #expect(keyring.saved == maria)
        #expect(file.saved == nil)
    }

    @Test(
        "Removing takes the name and the password out of both stores, even if there is no keyring now or it is locked"
    )
    func removeSignInRemovesFromBoth() async throws {
        let (keyring, file) = (StoreStub(), StoreStub())
        for store in [keyring, file] { try await store.save(maria, for: server) }
        try await FallbackSignInStore(keyring, fallback: file).removeSignIn(for: server)
        #expect(keyring.saved == nil)
        #expect(file.saved == nil)
        try await file.save(maria, for: server)
        try await FallbackSignInStore(StoreStub(.unavailable(reason: "no bus")), fallback: file).removeSignIn(
            for: server)
        #expect(file.saved == nil)
        try await file.save(maria, for: server)
        let locked = FallbackSignInStore(StoreStub(.locked), fallback: file)
        await #expect(throws: SignInStoreError.locked) { try await locked.removeSignIn(for: server) }
        #expect(file.saved == nil)
    }

    private final class StoreStub: SignInStore {
        private let error: SignInStoreError?
        private let value = Mutex<SignIn?>(nil)

        init(_ error: SignInStoreError? = nil) {
            self.error = error
        }

        var saved: SignIn? { value.withLock(\.self) }

        func signIn(for server: ServerAddress) async throws -> SignIn? {
            if let error { throw error }
            return saved
        }

        func save(_ signIn: SignIn, for server: ServerAddress) async throws {
            if let error { throw error }
            value.withLock { $0 = signIn }
        }

        func removeSignIn(for server: ServerAddress) async throws {
            if let error { throw error }
            value.withLock { $0 = nil }
        }
    }
}
