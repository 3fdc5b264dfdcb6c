import Foundation

extension Data {
    /// Returns the first index where the bytes differ, which may be the end of the shorter data, or `nil` if they are equal.
    ///
    /// An expectation on two long collections would compute all differences when it fails, which takes forever.
    func firstDifference(from other: Data) -> Int? {
        guard self != other else { return nil }
        if let index = zip(self, other).enumerated().first(where: { $1.0 != $1.1 })?.offset { return index }
        return count == other.count ? nil : Swift.min(count, other.count)
    }
}
