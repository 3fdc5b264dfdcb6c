import Foundation
import NIOCore

/// Decides which requests are answered, from the tokens and the rates of their clients.
///
/// Once requests need a token, they do so until the server ends, even after the last token has been revoked.
struct AccessState: Sendable {
    /// What a request is judged by.
    struct Request: Sendable {
        let credentials: RequestCredentials
        /// The image that the request is for; `nil` if it is for anything else.
        let image: UUID?
        /// The client's address; `nil` for this machine.
        let address: IPAddress?
    }

    enum Verdict: Sendable {
        /// The request is answered, with URLs of images that the signer signs.
        case admitted(ImageSigner?)
        case unauthorized
        case tooMany(retryAfter: Int)
    }

    /// Notes about a token's use within this time are one.
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

    /// Takes other tokens into force.
    mutating func replace(by tokens: [AccessToken]) {
        if !tokens.isEmpty, rule == .everybodyUntilInvitation { rule = .invited }
        table = TokenTable(tokens)
        let known = tokens.compactMap { token in token.lastUsedAt.map { (token.id, $0) } }
        lastUses = Dictionary(known) { $1 }.merging(lastUses.filter { table.contains(id: $0.key) }) { max($0, $1) }
    }

    /// Lets nobody in, because the tokens can't be read.
    mutating func refuseEverybody() {
        guard rule != .everybody else { return }
        rule = .invited
        replace(by: [])
    }

    /// Whether a request needs a token.
    var needsToken: Bool { rule == .invited }

    /// Whether there is a token.
    var hasTokens: Bool { !table.isEmpty }

    /// Returns whether a token of this id is in force.
    func contains(id: String) -> Bool {
        table.contains(id: id)
    }

    /// Judges a request.
    /// - Parameter time: Not earlier than in the last call.
    mutating func verdict(on request: Request, at time: NIODeadline) -> Verdict {
        if let address = request.address, let retryAfter = byAddress.take(address.network, at: time) {
            return .tooMany(retryAfter: retryAfter)
        }
        guard needsToken else { return .admitted(nil) }
        guard let entry = entry(for: request) else {
            return refused.take(request.address?.network ?? [], at: time).map(Verdict.tooMany) ?? .unauthorized
        }
        if let retryAfter = byToken.take(entry.token.id, at: time) { return .tooMany(retryAfter: retryAfter) }
        return .admitted(entry.signer)
    }

    /// Notes the use of a token.
    /// - Returns: Whether the use should be saved, because none has been for a while.
    mutating func noteUse(of id: String, at date: Date) -> Bool {
        if let last = lastUses[id], abs(date.timeIntervalSince(last)) < Self.useInterval { return false }
        lastUses[id] = date
        return true
    }

    private func entry(for request: Request) -> TokenTable.Entry? {
        if let secret = request.credentials.secret, let entry = table.entry(for: secret) { return entry }
        guard let signature = request.credentials.signature, let image = request.image else { return nil }
        return table.entry(for: signature, of: image)
    }
}

extension IPAddress {
    /// What counts as one client: an IPv4 address, or a /64 block of IPv6 addresses, which usually belongs to one household.
    fileprivate var network: ArraySlice<UInt8> { bytes.prefix(8) }
}
