import Foundation
import NIOCore

/// Decides which requests to answer, based on the tokens and each client's request rate.
///
/// Unless everybody may read, requests need a token for good, even after the last one is revoked.
struct AccessState: Sendable {
    struct Request: Sendable {
        let credentials: RequestCredentials
        let image: UUID?
        /// The requested image size; `nil` if the size doesn't exist.
        let size: ServedSize?
        /// The client's address; `nil` for the server's own machine.
        let address: IPAddress?
    }

    enum Verdict: Sendable {
        case admitted(Requester)
        case unauthorized
        case unavailable
        case tooMany(retryAfter: Int)
    }

    /// A token's use is recorded at most once per interval, in seconds.
    private static let useInterval: TimeInterval = 60

    private var rule: AccessRule
    private var isUnreadable = false
    private var table = TokenTable([])
    private var byToken: RateLimiter<String>
    private var byAddress: RateLimiter<ArraySlice<UInt8>>
    private var refused: RateLimiter<ArraySlice<UInt8>>
    private var lastUses: [String: Date] = [:]

    init(tokens: [AccessToken], rule: AccessRule, limits: RequestLimits) {
        self.rule = rule
        byToken = RateLimiter(limits.byToken)
        byAddress = RateLimiter(limits.byAddress)
        refused = RateLimiter(limits.refused)
        replace(by: tokens)
    }

    mutating func replace(by tokens: [AccessToken]) {
        isUnreadable = false
        if !tokens.isEmpty, ownerKey != nil { rule = .invited }
        table = TokenTable(ownerKey.map { [$0.token] } ?? tokens)
        let known = tokens.compactMap { token in token.lastUsedAt.map { (token.id, $0) } }
        lastUses = Dictionary(known) { $1 }.merging(lastUses.filter { contains(id: $0.key) }) { max($0, $1) }
    }

    /// Refuses all requests that need a token, because the token file can't be read.
    mutating func refuseEverybody() {
        guard needsToken else { return }
        table = TokenTable([])
        isUnreadable = true
    }

    var needsToken: Bool {
        if case .everybody = rule { false } else { true }
    }

    var ownerKey: OwnerKey? {
        if case .owner(let key) = rule { key } else { nil }
    }

    mutating func exchangeOwnerKey() -> TokenSecret? {
        guard !isUnreadable, var key = ownerKey else { return nil }
        defer { rule = .owner(key) }
        return key.exchange()
    }

    mutating func endOwnerSession(_ session: TokenSecret) {
        guard var key = ownerKey else { return }
        key.end(session)
        rule = .owner(key)
    }

    func contains(id: String) -> Bool {
        table.entry(id: id) != nil
    }

    func contains(_ secret: TokenSecret) -> Bool { table.entry(for: secret) != nil }

    func token(id: String) -> AccessToken? { table.entry(id: id)?.token }

    var colours: InitialsColours { table.colours }

    /// Decides whether to admit a request, and counts it.
    /// - Parameter time: Not earlier than in the previous call.
    mutating func admit(_ request: Request, at time: NIODeadline) -> Verdict {
        guard needsToken else {
            return request.address.flatMap { byAddress.take($0.network, at: time) }.map(Verdict.tooMany)
                ?? .admitted(.anyone)
        }
        guard !isUnreadable else { return .unavailable }
        guard let entry = entry(for: request) else {
            return refused.take(request.address?.network ?? [], at: time).map(Verdict.tooMany) ?? .unauthorized
        }
        if let retryAfter = byToken.take(entry.token.id, at: time) { return .tooMany(retryAfter: retryAfter) }
        return .admitted(entry.requester)
    }

    func scopes(of request: Request) throws(TokensUnreadableError) -> Set<AccessScope> {
        guard !isUnreadable else { throw TokensUnreadableError() }
        return needsToken ? entry(for: request)?.token.scopes ?? [] : Requester.anyone.scopes
    }

    /// Records the use of a token.
    /// - Returns: Whether to save the use, because none has been saved recently.
    mutating func noteUse(of id: String, at date: Date) -> Bool {
        // The owner's key is in no file.
        guard ownerKey == nil else { return false }
        if let last = lastUses[id], abs(date.timeIntervalSince(last)) < Self.useInterval { return false }
        lastUses[id] = date
        return true
    }

    private func entry(for request: Request) -> TokenTable.Entry? {
        if let secret = request.credentials.secret, let entry = table.entry(for: secret) { return entry }
        if let key = ownerKey {
            if let session = request.credentials.session, key.isSession(session) {
                return table.entry(id: key.token.id)
            }
        } else if let id = request.credentials.sessionTokenID, let entry = table.entry(id: id) {
            return entry
        }
        guard let signature = request.credentials.signature, let image = request.image, let size = request.size else {
            return nil
        }
        return table.entry(for: signature, of: image, size)
    }
}
