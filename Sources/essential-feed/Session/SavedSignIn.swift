import EssentialFeed
import EssentialFeedComposition

/// The name and password that the app has saved for a server, looked up by the first request.
actor SavedSignIn {
    private let look: @Sendable () async throws -> SignIn?
    private var search: Task<SignIn?, any Error>?
    nonisolated let isInvited: Bool
    /// The result of the search; no name and password before it has ended.
    private(set) var result = Result<SignIn?, any Error>.success(nil)

    init(for address: ServerAddress, settings: AppSettings, in environment: ProgramEnvironment) {
        isInvited = settings.invitingServers.contains(address.displayText)
        look = {
            guard address.authorization == nil,
                settings.signedInServers.contains(address.displayText)
            else { return nil }
            do {
                let store = FallbackSignInStore(Keyring(), fallback: SignInFile(environment: environment.variables))
                return try await store.signIn(for: address)
            } catch {
                if !(error is CancellationError) { environment.note(environment.language.text(error)) }
                throw error
            }
        }
    }

    /// Cancelling the request stops waiting for a keyring that asks to be unlocked.
    var value: SignIn? {
        get async {
            let search = search ?? Task { try await look() }
            self.search = search
            result = await withTaskCancellationHandler {
                await search.result
            } onCancel: {
                search.cancel()
            }
            return if case .success(let signIn) = result { signIn } else { nil }
        }
    }
}
