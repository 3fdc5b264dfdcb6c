/// Comparisons whose duration doesn't depend on the bytes, so that timing doesn't leak secrets.
enum ConstantTime {
    static func areEqual(_ lhs: some Collection<UInt8>, _ rhs: some Collection<UInt8>) -> Bool {
        guard lhs.count == rhs.count else { return false }
        return zip(lhs, rhs).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
