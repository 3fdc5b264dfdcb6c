import Synchronization

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

extension [String: Int] {
    /// Subtracts from a number, which is forgotten at zero.
    mutating func subtract(_ count: Int, from key: String) {
        let rest = self[key, default: 0] - count
        self[key] = rest > 0 ? rest : nil
    }
}
