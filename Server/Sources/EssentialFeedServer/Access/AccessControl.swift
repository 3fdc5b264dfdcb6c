import Foundation
import NIOCore
import Synchronization

/// Admits requests and cuts the connections of revoked tokens.
final class AccessControl: Sendable {
    private struct State {
        var access: AccessState
        /// The token of the last request on each open connection that had one.
        var connections: [ObjectIdentifier: (channel: any Channel, tokenID: String)] = [:]
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> Date
    private let saveUse: @Sendable (_ tokenID: String, _ date: Date) -> Void

    /// - Parameters:
    ///   - now: Returns the time of a token's use.
    ///   - saveUse: Saves the use of a token; must not block.
    init(
        _ access: AccessState, now: @escaping @Sendable () -> Date,
        saveUse: @escaping @Sendable (_ tokenID: String, _ date: Date) -> Void
    ) {
        state = Mutex(State(access: access))
        self.now = now
        self.saveUse = saveUse
    }

    /// Decides whether to admit a request that arrived on a connection.
    func admit(_ request: AccessState.Request, on channel: any Channel, at time: NIODeadline) -> AccessState.Verdict {
        let date = now()
        var isFirstOnConnection = false
        var usedToken: String?
        let verdict = state.withLock { state in
            let verdict = state.access.verdict(on: request, at: time)
            guard state.access.needsToken else { return verdict }
            let connection = ObjectIdentifier(channel)
            guard case .admitted(let signer?) = verdict else {
                state.connections[connection] = nil
                return verdict
            }
            isFirstOnConnection = state.connections.updateValue((channel, signer.tokenID), forKey: connection) == nil
            if state.access.noteUse(of: signer.tokenID, at: date) { usedToken = signer.tokenID }
            return verdict
        }
        if isFirstOnConnection {
            channel.closeFuture.whenComplete { [weak self] _ in self?.forget(channel) }
        }
        if let usedToken { saveUse(usedToken, date) }
        return verdict
    }

    /// Whether there is a token.
    var hasTokens: Bool { state.withLock { $0.access.hasTokens } }

    /// Replaces the tokens and cuts the connections whose last request used a token that was removed.
    func replace(by tokens: [AccessToken]) {
        change { $0.replace(by: tokens) }
    }

    /// Refuses all requests and cuts the connections of all tokens.
    func refuseEverybody() {
        change { $0.refuseEverybody() }
    }

    private func change(_ change: (inout AccessState) -> Void) {
        let cut = state.withLock { state in
            change(&state.access)
            let ended = state.connections.filter { !state.access.contains(id: $0.value.tokenID) }
            for connection in ended.keys { state.connections[connection] = nil }
            return ended.values.map(\.channel)
        }
        for channel in cut { channel.triggerUserOutboundEvent(PeerProgressHandler.Cut(), promise: nil) }
    }

    private func forget(_ channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)] = nil }
    }
}
