import EssentialFeed
import EssentialFeedComposition
import Foundation

/// The names and passwords that are saved. The settings say for which servers, so that no keyring has to be unlocked for
/// the others.
final class SignInKeeper {
    private let settings: SettingsKeeper
    private let store: any SignInStore
    private let report: @Sendable (any Error) -> Void
    /// Calls of the store that haven't ended.
    private var calls: [Task<Void, Never>] = []

    init(_ store: any SignInStore, settings: SettingsKeeper, report: @escaping @Sendable (any Error) -> Void) {
        self.store = store
        self.settings = settings
        self.report = report
    }

    /// Looks for the name and the password of a server, if they were saved.
    func signIn(for address: ServerAddress) -> Task<SignIn?, Never> {
        let isSaved = address.authorization == nil && settings.value.signedInServers.contains(address.displayText)
        let (store, report) = (store, report)
        return Task.detached {
            do {
                return isSaved ? try await store.signIn(for: address) : nil
            } catch {
                if !(error is CancellationError) { report(error) }
                return nil
            }
        }
    }

    func save(_ signIn: SignIn, for address: ServerAddress) {
        call { [settings, store] in
            try await store.save(signIn, for: address)
            settings.change { $0.signedInServers.insert(address.displayText) }
        }
    }

    func remove(for address: ServerAddress) {
        call { [settings, store] in
            guard settings.value.signedInServers.contains(address.displayText) else { return }
            try await store.removeSignIn(for: address)
            settings.change { $0.signedInServers.remove(address.displayText) }
        }
    }

    /// Lets the calls end, but doesn't wait long for a keyring that asks the person something.
    func close() async {
        let limit = Task { [calls] in
            try await Task.sleep(for: .seconds(2))
            for call in calls { call.cancel() }
        }
        for call in calls { await call.value }
        limit.cancel()
    }

    /// Calls the store once the earlier calls have ended.
    private func call(_ work: @escaping @MainActor () async throws -> Void) {
        let earlier = calls.last
        calls.append(
            Task { [report] in
                await earlier?.value
                do {
                    try await work()
                } catch {
                    if !(error is CancellationError) { report(error) }
                }
            })
    }
}
