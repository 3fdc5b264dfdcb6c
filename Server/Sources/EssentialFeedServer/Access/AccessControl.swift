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
            guard case .admitted(let requester) = verdict, let person = requester.person else {
                state.connections[connection] = nil
                return verdict
            }
            isFirstOnConnection = state.connections.updateValue((channel, person.id), forKey: connection) == nil
            if state.access.noteUse(of: person.id, at: date) { usedToken = person.id }
            return verdict
        }
        if isFirstOnConnection {
            channel.closeFuture.whenComplete { [weak self] _ in self?.forget(channel) }
        }
        if let usedToken { saveUse(usedToken, date) }
        return verdict
    }

    /// Returns whether a requester that was admitted earlier would still be admitted.
    func admits(_ requester: Requester) -> Bool {
        state.withLock { state in
            guard state.access.needsToken else { return true }
            return requester.person.map { state.access.contains(id: $0.id) } ?? false
        }
    }

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

/// Who may read a feed.
enum AccessRule: Hashable, Sendable {
    /// Everyone, even after tokens have been created.
    case everybody
    /// Everyone until the first token is created, then only token holders. Until then, requests from this machine are
    /// the owner's.
    case everybodyUntilInvitation
    /// Token holders only.
    case invited
}

/// Decides which requests to answer, based on the tokens and each client's request rate.
///
/// Once requests need a token, they need one for good, even after the last token is revoked.
struct AccessState: Sendable {
    /// The parts of a request that decide whether it is admitted.
    struct Request: Sendable {
        let credentials: RequestCredentials
        /// The requested image; `nil` for any other request.
        let image: UUID?
        /// The requested image size; `nil` if the size doesn't exist.
        let size: ServedSize?
        /// The client's address; `nil` for the server's own machine.
        let address: IPAddress?
    }

    enum Verdict: Sendable {
        case admitted(Requester)
        case unauthorized
        case tooMany(retryAfter: Int)
    }

    /// A token's use is recorded at most once per interval, in seconds.
    private static let useInterval: TimeInterval = 60

    private var rule: AccessRule
    private var table: TokenTable
    private var byToken: RateLimiter<String>
    private var byAddress: RateLimiter<ArraySlice<UInt8>>
    private var refused: RateLimiter<ArraySlice<UInt8>>
    private var lastUses: [String: Date]

    init(tokens: [AccessToken], rule: AccessRule, limits: RequestLimits) {
        self.rule = rule
        table = TokenTable([])
        byToken = RateLimiter(limits.byToken)
        byAddress = RateLimiter(limits.byAddress)
        refused = RateLimiter(limits.refused)
        lastUses = [:]
        replace(by: tokens)
    }

    mutating func replace(by tokens: [AccessToken]) {
        if !tokens.isEmpty, rule == .everybodyUntilInvitation { rule = .invited }
        table = TokenTable(tokens)
        let known = tokens.compactMap { token in token.lastUsedAt.map { (token.id, $0) } }
        lastUses = Dictionary(known) { $1 }.merging(lastUses.filter { contains(id: $0.key) }) { max($0, $1) }
    }

    /// Refuses all requests that need a token, because the token file can't be read.
    mutating func refuseEverybody() {
        guard rule != .everybody else { return }
        rule = .invited
        replace(by: [])
    }

    var needsToken: Bool { rule == .invited }

    var hasTokens: Bool { !table.isEmpty }

    func contains(id: String) -> Bool {
        table.entry(id: id) != nil
    }

    /// Decides whether to admit a request.
    /// - Parameter time: Not earlier than in the previous call.
    mutating func verdict(on request: Request, at time: NIODeadline) -> Verdict {
        guard needsToken else {
            return request.address.flatMap { byAddress.take($0.network, at: time) }.map(Verdict.tooMany)
                ?? .admitted(request.address == nil && rule == .everybodyUntilInvitation ? .owner : .anyone)
        }
        guard let entry = entry(for: request) else {
            return refused.take(request.address?.network ?? [], at: time).map(Verdict.tooMany) ?? .unauthorized
        }
        if let retryAfter = byToken.take(entry.token.id, at: time) { return .tooMany(retryAfter: retryAfter) }
        return .admitted(entry.requester)
    }

    /// Records the use of a token.
    /// - Returns: Whether to save the use, because none has been saved recently.
    mutating func noteUse(of id: String, at date: Date) -> Bool {
        if let last = lastUses[id], abs(date.timeIntervalSince(last)) < Self.useInterval { return false }
        lastUses[id] = date
        return true
    }

    private func entry(for request: Request) -> TokenTable.Entry? {
        if let secret = request.credentials.secret, let entry = table.entry(for: secret) { return entry }
        if let id = request.credentials.sessionTokenID, let entry = table.entry(id: id) { return entry }
        guard let signature = request.credentials.signature, let image = request.image, let size = request.size else {
            return nil
        }
        return table.entry(for: signature, of: image, size)
    }
}

extension IPAddress {
    /// The addresses that count as one client: an IPv4 address, or a /64 block of IPv6 addresses, which usually belongs
    /// to one household.
    fileprivate var network: ArraySlice<UInt8> { bytes.prefix(8) }
}
