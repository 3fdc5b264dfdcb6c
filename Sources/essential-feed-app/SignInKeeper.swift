import EssentialFeed
import EssentialFeedComposition

struct SavedSignIn {
    /// Delivers them; `nil` if there are none. Its errors have been reported.
    let task: Task<SignIn?, any Error>
    let isInvitation: Bool

    var found: SignIn? {
        get async { if case .success(let signIn) = await task.result { signIn } else { nil } }
    }
}

/// The saved names and passwords. The settings list the servers with one: a keyring isn't unlocked for others.
final class SignInKeeper {
    private let model: AppModel
    private let store: any SignInStore
    /// Doesn't ask the user to unlock a keyring.
    private let quietStore: any SignInStore
    private let report: @Sendable (any Error) -> Void
    private var calls: [Task<Void, Never>] = []

    init(_ model: AppModel, in environment: AppEnvironment) {
        self.model = model
        let file = SignInFile(environment: environment.variables)
        store = FallbackSignInStore(Keyring(), fallback: file)
        quietStore = FallbackSignInStore(Keyring(asksToUnlock: false), fallback: file)
        report = environment.report
    }

    func signIn(for server: OpenServer) -> SavedSignIn {
        let (address, settings, store, report) = (server.address, model.state.settings, store, report)
        if let typed = server.signIn {
            return SavedSignIn(
                task: Task<SignIn?, any Error>.detached { typed.signIn }, isInvitation: typed.isInvitation)
        }
        let isSaved = settings.signedInServers.contains(address.displayText)
        let task = Task<SignIn?, any Error>.detached {
            do {
                return isSaved ? try await store.signIn(for: address) : nil
            } catch {
                if !(error is CancellationError) { report(error) }
                throw error
            }
        }
        return SavedSignIn(task: task, isInvitation: settings.invitingServers.contains(address.displayText))
    }

    /// Returns the address with the saved name and password, if any; `nil` if the keyring is locked or has none, or if
    /// others in the network could read them.
    func signedInQuietly(_ address: ServerAddress) async throws -> ServerAddress? {
        guard model.state.settings.signedInServers.contains(address.displayText) else { return address }
        guard !address.exposesSignIn else { return nil }
        do {
            return try await quietStore.signIn(for: address).map(address.signedIn)
        } catch SignInStoreError.locked {
            return nil
        }
    }

    func save(_ typed: TypedSignIn, for address: ServerAddress) {
        call { [model, store] in
            try await store.save(typed.signIn, for: address)
            model.changeSettings { settings in
                settings.signedInServers.insert(address.displayText)
                settings.invitingServers.remove(address.displayText)
                if typed.isInvitation { settings.invitingServers.insert(address.displayText) }
            }
        }
    }

    func remove(for address: ServerAddress) {
        call { [model, store] in
            guard model.state.settings.signedInServers.contains(address.displayText) else { return }
            try await store.removeSignIn(for: address)
            model.changeSettings { settings in
                settings.signedInServers.remove(address.displayText)
                settings.invitingServers.remove(address.displayText)
            }
        }
    }

    /// Waits for pending calls, but not long for a keyring that prompts the user.
    func close() async {
        let limit = Task { [calls] in
            try await Task.sleep(for: .seconds(2))
            for call in calls { call.cancel() }
        }
        for call in calls { await call.value }
        limit.cancel()
    }

    /// Calls the store after all earlier calls have ended.
    private func call(_ work: @escaping @MainActor () async throws -> Void) {
        let earlier = calls.last
        calls.append(
            Task { [report] in
                await earlier?.value
                do { try await work() } catch { if !(error is CancellationError) { report(error) } }
            })
    }
}
