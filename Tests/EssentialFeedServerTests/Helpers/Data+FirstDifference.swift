import Foundation

extension Data {
    /// Where the bytes begin to differ, the end of the shorter one included; `nil` where they are the same.
    ///
    /// An expectation that two long collections are equal would look for all differences, and not end when it fails.
    func firstDifference(from other: Data) -> Int? {
        if let index = zip(self, other).enumerated().first(where: { $1.0 != $1.1 })?.offset { return index }
        return count == other.count ? nil : Swift.min(count, other.count)
    }
}
