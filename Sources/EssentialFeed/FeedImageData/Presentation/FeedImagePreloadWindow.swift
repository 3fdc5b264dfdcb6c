/// The rows near the screen, which are preloaded.
package struct FeedImagePreloadWindow: Hashable, Sendable {
    private let rows: Int

    /// Creates a window.
    /// - Parameter rows: How many rows below those on the screen count as near; above them, half as many count.
    package init(rows: Int) {
        self.rows = rows
    }

    /// Returns the positions of the near rows: first the rows below the screen, then those above, each nearest first.
    package func positions(around shown: ClosedRange<Int>, of count: Int) -> [Int] {
        let after = shown.upperBound + 1..<max(shown.upperBound + 1, min(count, shown.upperBound + 1 + rows))
        let before = max(0, shown.lowerBound - rows / 2)..<shown.lowerBound
        return Array(after) + before.reversed()
    }
}
