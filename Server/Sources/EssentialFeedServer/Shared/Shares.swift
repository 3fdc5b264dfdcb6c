import Synchronization

/// Counts what clients take of something limited.
final class Shares: Sendable {
    /// A part of something limited, which is given back once: with the last reference at the latest.
    final class Share: Sendable {
        private let giveBack: Mutex<(@Sendable () -> Void)?>

        init(giveBack: @escaping @Sendable () -> Void) {
            self.giveBack = Mutex(giveBack)
        }

        deinit { end() }

        func end() {
            let giveBack = giveBack.withLock { giveBack in
                defer { giveBack = nil }
                return giveBack
            }
            giveBack?()
        }
    }

    private struct State {
        var total = 0
        var byClient: [String: Int] = [:]
    }

    private let maximum: Int
    private let maximumByClient: Int
    private let state = Mutex(State())

    init(maximum: Int = .max, maximumByClient: Int) {
        (self.maximum, self.maximumByClient) = (maximum, maximumByClient)
    }

    /// Takes a share for a client. One larger than a maximum may be taken as the only one.
    /// - Returns: `nil` if too much is taken already.
    func take(_ count: Int, for client: String) -> Share? {
        let isTaken = state.withLock { state in
            let earlier = state.byClient[client, default: 0]
            guard earlier == 0 || earlier + count <= maximumByClient,
                state.total == 0 || state.total + count <= maximum
            else { return false }
            state.total += count
            state.byClient[client] = earlier + count
            return true
        }
        return isTaken ? Share { [self] in giveBack(count, client) } : nil
    }

    private func giveBack(_ count: Int, _ client: String) {
        state.withLock { state in
            state.total -= count
            let rest = state.byClient[client, default: 0] - count
            state.byClient[client] = rest > 0 ? rest : nil
        }
    }
}
