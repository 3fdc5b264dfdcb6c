/// The rows near those on the screen, which are preloaded.
package struct FeedImagePreloadWindow: Hashable, Sendable {
    private let rows: Int

    /// Creates a window.
    /// - Parameter rows: How many rows after those on the screen count as near; half as many before them do as well.
    package init(rows: Int) {
        self.rows = rows
    }

    /// Returns the positions of the near rows: those after the rows on the screen, then those before, each nearest first.
    package func positions(around shown: ClosedRange<Int>, of count: Int) -> [Int] {
        let after = shown.upperBound + 1..<max(shown.upperBound + 1, min(count, shown.upperBound + 1 + rows))
        let before = max(0, shown.lowerBound - rows / 2)..<shown.lowerBound
        return Array(after) + before.reversed()
    }
}
