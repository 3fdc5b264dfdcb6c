import Foundation
import NIOCore
import Synchronization

/// Admits requests and cuts the connections of revoked tokens.
final class AccessControl: Sendable {
    private struct State {
        var access: AccessState
        /// The token of the last request on each open connection, if it had one.
        var connections: [ObjectIdentifier: (channel: any Channel, tokenID: String)] = [:]
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> Date
    private let saveUse: @Sendable (_ tokenID: String, _ date: Date) -> Void

    /// - Parameter saveUse: Must not block.
    init(
        _ access: AccessState, now: @escaping @Sendable () -> Date,
        saveUse: @escaping @Sendable (_ tokenID: String, _ date: Date) -> Void
    ) {
        state = Mutex(State(access: access))
        self.now = now
        self.saveUse = saveUse
    }

    func admit(_ request: AccessState.Request, on channel: any Channel, at time: NIODeadline) -> AccessState.Verdict {
        let (date, connection) = (now(), ObjectIdentifier(channel))
        var isFirstOnConnection = false
        var usedToken: String?
        let verdict = state.withLock { state in
            let verdict = state.access.admit(request, at: time)
            guard state.access.needsToken else { return verdict }
            guard case .admitted(let requester) = verdict, let person = requester.person else {
                state.connections[connection] = nil
                return verdict
            }
            isFirstOnConnection = state.connections.updateValue((channel, person.id), forKey: connection) == nil
            if state.access.noteUse(of: person.id, at: date) { usedToken = person.id }
            return verdict
        }
        if isFirstOnConnection {
            channel.closeFuture.whenComplete { [weak self] _ in
                self?.state.withLock { $0.connections[connection] = nil }
            }
        }
        if let usedToken { saveUse(usedToken, date) }
        return verdict
    }

    func scopes(of request: AccessState.Request) throws(TokensUnreadableError) -> Set<AccessScope> {
        try state.withLock { state throws(TokensUnreadableError) in try state.access.scopes(of: request) }
    }

    /// Whether no request can be admitted without the file of the tokens.
    var needsFile: Bool { state.withLock { $0.access.needsToken && $0.access.ownerKey == nil } }

    func admits(_ secret: TokenSecret) -> Bool { state.withLock { $0.access.contains(secret) } }

    func token(id: String) -> AccessToken? { state.withLock { $0.access.token(id: id) } }

    var colours: InitialsColours { state.withLock { $0.access.colours } }

    /// Returns who sent the last request on a connection: the id of their token, or else their network.
    func client(of channel: any Channel, at address: IPAddress?) -> String {
        state.withLock { $0.connections[ObjectIdentifier(channel)]?.tokenID } ?? address.map { "\($0.network)" } ?? ""
    }

    /// The connections whose last request had a valid token, and the token's id.
    var friends: [ObjectIdentifier: String] { state.withLock { $0.connections.mapValues(\.tokenID) } }

    /// The owner's key; `nil` as soon as a person is invited.
    var ownerKey: OwnerKey? { state.withLock { $0.access.ownerKey } }

    /// Returns the new session of the owner's browser; `nil` if the key has been exchanged before, or ended.
    func exchangeOwnerKey() -> TokenSecret? { state.withLock { $0.access.exchangeOwnerKey() } }

    func endOwnerSession(_ session: TokenSecret) {
        state.withLock { $0.access.endOwnerSession(session) }
    }

    /// Replaces the tokens and cuts the connections whose last request used a removed token.
    func replace(by tokens: [AccessToken]) {
        change { $0.replace(by: tokens) }
    }

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
}

struct TokensUnreadableError: Error, CustomStringConvertible {
    var description: String { "the tokens can't be read" }
}

/// Who may read a feed.
enum AccessRule: Sendable {
    /// Everyone, even after tokens have been created.
    case everybody
    /// The holder of the owner's key until the first token is created, then only token holders.
    case owner(OwnerKey)
    case invited
}

extension IPAddress {
    /// The addresses counted as one client: an IPv4 address, or a /64 block of IPv6 addresses, which usually belongs to
    /// one household.
    var network: ArraySlice<UInt8> { bytes.prefix(8) }
}
