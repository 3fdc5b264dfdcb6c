import NIOCore

/// Limits each client's request rate.
///
/// Each client starts with a full allowance. Each request uses one unit, and the allowance refills over time.
struct RateLimiter<Client: Hashable & Sendable>: Sendable {
    private struct Allowance: Sendable {
        var remaining: Double
        var time: NIODeadline
    }

    /// The maximum number of clients to remember.
    static var maximumClients: Int { 10_000 }

    private let rate: RequestRate
    private var allowances: [Client: Allowance] = [:]

    init(_ rate: RequestRate) {
        self.rate = rate
    }

    /// The number of clients whose allowance may not be full.
    var clientCount: Int { allowances.count }

    /// Counts a request.
    /// - Parameter time: Not earlier than in the previous call.
    /// - Returns: `nil` if the request is within the rate, otherwise the whole seconds to wait for the next one, at
    ///   least 1.
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

    /// Limits memory: forgets the clients whose allowance is full again, or all clients if that isn't enough.
    private mutating func makeRoom(at time: NIODeadline) {
        guard allowances.count >= Self.maximumClients else { return }
        allowances = allowances.filter { remaining($0.value, at: time) < Double(rate.burst) }
        if allowances.count >= Self.maximumClients { allowances = [:] }
    }
}
