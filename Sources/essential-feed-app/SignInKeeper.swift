import EssentialFeed
import EssentialFeedComposition
import Foundation

/// The saved names and passwords. The settings list the servers that have one, so that a keyring isn't unlocked for
/// other servers.
final class SignInKeeper {
    private let settings: SettingsKeeper
    private let store: any SignInStore
    private let report: @Sendable (any Error) -> Void
    /// The calls of the store that haven't ended.
    private var calls: [Task<Void, Never>] = []

    init(_ store: any SignInStore, settings: SettingsKeeper, report: @escaping @Sendable (any Error) -> Void) {
        self.store = store
        self.settings = settings
        self.report = report
    }

    /// Looks up the name and password of a server, if they were saved.
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

    /// Whether the name and password of a server came with an invitation.
    func isInvited(to address: ServerAddress) -> Bool {
        settings.value.invitingServers.contains(address.displayText)
    }

    func save(_ signIn: SignIn, for address: ServerAddress, isInvited: Bool) {
        call { [settings, store] in
            try await store.save(signIn, for: address)
            settings.change { settings in
                settings.signedInServers.insert(address.displayText)
                settings.invitingServers.remove(address.displayText)
                if isInvited { settings.invitingServers.insert(address.displayText) }
            }
        }
    }

    func remove(for address: ServerAddress) {
        call { [settings, store] in
            guard settings.value.signedInServers.contains(address.displayText) else { return }
            try await store.removeSignIn(for: address)
            settings.change { settings in
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
                do {
                    try await work()
                } catch {
                    if !(error is CancellationError) { report(error) }
                }
            })
    }
}
