import NIOCore

/// Counts the requests of each client against a rate.
///
/// A client starts with a full allowance. Each request takes one from it, and time fills it again.
struct RateLimiter<Client: Hashable & Sendable>: Sendable {
    private struct Allowance: Sendable {
        var remaining: Double
        var time: NIODeadline
    }

    /// The number of clients that are remembered.
    static var maximumClients: Int { 10_000 }

    private let rate: RequestRate
    private var allowances: [Client: Allowance] = [:]

    init(_ rate: RequestRate) {
        self.rate = rate
    }

    /// The number of clients whose allowance isn't known to be full.
    var clientCount: Int { allowances.count }

    /// Counts a request.
    /// - Parameter time: Not earlier than in the last call.
    /// - Returns: `nil` if the request is within the rate, otherwise the number of whole seconds, at least 1, until one is.
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

    /// Forgets the clients whose allowance is full again, or all of them if that isn't enough: memory has a limit.
    private mutating func makeRoom(at time: NIODeadline) {
        guard allowances.count >= Self.maximumClients else { return }
        allowances = allowances.filter { remaining($0.value, at: time) < Double(rate.burst) }
        if allowances.count >= Self.maximumClients { allowances = [:] }
    }
}
