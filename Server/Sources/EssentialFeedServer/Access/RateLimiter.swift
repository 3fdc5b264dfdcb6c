import NIOCore

/// Limits each client's request rate.
///
/// Each client starts with a full allowance. Each request uses one unit, and the allowance refills over time.
struct RateLimiter<Client: Hashable & Sendable>: Sendable {
    private struct Allowance: Sendable {
        var remaining: Double
        var time: NIODeadline
    }

    static var maximumClients: Int { 10_000 }

    private let rate: RequestRate
    private var allowances: [Client: Allowance] = [:]

    init(_ rate: RequestRate) {
        self.rate = rate
    }

    var clientCount: Int { allowances.count }

    /// Counts a request.
    /// - Parameter time: Not earlier than in the previous call.
    /// - Returns: `nil` if the request is within the rate, or else the whole seconds to wait for the next one, at least
    ///   1.
    mutating func take(_ client: Client, at time: NIODeadline) -> Int? {
        var allowance = allowances[client] ?? Allowance(remaining: Double(rate.burst), time: time)
        allowance.remaining = remaining(allowance, at: time)
        allowance.time = time
        let isWithinRate = allowance.remaining >= 1
        if isWithinRate { allowance.remaining -= 1 }
        if allowances[client] == nil { makeRoom(at: time) }
        allowances[client] = allowance
        return isWithinRate ? nil : max(1, Int(((1 - allowance.remaining) / Double(rate.perSecond)).rounded(.up)))
    }

    private func remaining(_ allowance: Allowance, at time: NIODeadline) -> Double {
        let seconds = Double(max(0, (time - allowance.time).nanoseconds)) / 1e9
        return min(Double(rate.burst), allowance.remaining + seconds * Double(rate.perSecond))
    }

    /// Limits memory: forgets the clients with a full allowance, or all clients if that isn't enough.
    private mutating func makeRoom(at time: NIODeadline) {
        guard allowances.count >= Self.maximumClients else { return }
        allowances = allowances.filter { remaining($0.value, at: time) < Double(rate.burst) }
        if allowances.count >= Self.maximumClients { allowances = [:] }
    }
}

/// The rate at which a client may send requests: a burst and an average per second.
public struct RequestRate: Hashable, Sendable {
    /// The number of requests allowed at once.
    public let burst: Int
    /// The average number of requests allowed per second.
    public let perSecond: Int

    /// Creates a rate; both numbers are raised to 1 if smaller.
    public init(burst: Int, perSecond: Int) {
        (self.burst, self.perSecond) = (max(1, burst), max(1, perSecond))
    }
}

/// The request rates that a server allows.
public struct RequestLimits: Hashable, Sendable {
    /// The rate for each token.
    public var byToken = RequestRate(burst: 5_000, perSecond: 500)
    /// The rate for each IPv4 address and each /64 block of IPv6 addresses while access needs no token. Requests from
    /// the server's own machine aren't limited.
    public var byAddress = RequestRate(burst: 10_000, perSecond: 1_000)
    /// The rate of requests without a valid token for each IPv4 address and each /64 block of IPv6 addresses. Valid tokens
    /// are accepted even beyond it, so one member of a household can't lock out the others. It only saves work: a token's
    /// 256 bits can't be guessed.
    public var refused = RequestRate(burst: 60, perSecond: 1)

    /// Creates the default limits: enough for a family behind one address that syncs thousands of images.
    public init() {}
}
