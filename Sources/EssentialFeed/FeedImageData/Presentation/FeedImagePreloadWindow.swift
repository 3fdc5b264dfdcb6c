/// Which rows are near those on the screen, and so are preloaded (B238).
package struct FeedImagePreloadWindow: Hashable, Sendable {
    private let rows: Int

    /// - Parameter rows: after those on the screen; half as many before them are near, too.
    package init(rows: Int) {
        self.rows = rows
    }

    /// Those after the rows on the screen come first, the nearest of them foremost.
    package func positions(around shown: ClosedRange<Int>, of count: Int) -> [Int] {
        let after = shown.upperBound + 1..<max(shown.upperBound + 1, min(count, shown.upperBound + 1 + rows))
        let before = max(0, shown.lowerBound - rows / 2)..<shown.lowerBound
        return Array(after) + before.reversed()
    }
}
