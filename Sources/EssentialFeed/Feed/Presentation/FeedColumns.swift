/// The number of columns that fit into a width, and the resulting width of the cards. Widths are in application pixels.
package enum FeedColumns {
    /// The maximum number of columns. More than four cards side by side are too many to look at.
    package static let maximumCount = 4
    /// The space between two columns.
    package static let spacing = 12

    /// The largest width with a single column.
    private static let oneColumn = 1_000
    /// The space beside the first and last columns.
    private static let margin = 12
    /// The space beside a card's picture, inside the card.
    private static let padding = 12
    /// The minimum width of a picture for adding another column.
    private static let smallestPicture = 440
    /// The maximum width of a picture, so that lines of text stay readable.
    private static let largestPicture = 552

    /// Returns the number of columns that fit into a width.
    package static func count(width: Int) -> Int {
        guard width > oneColumn else { return 1 }
        let column = smallestPicture + 2 * padding + spacing
        return min(max(2, (min(width, 1 << 20) - 2 * margin + spacing) / column), maximumCount)
    }

    /// Returns the largest width that a number of columns uses.
    package static func maximumWidth(count: Int) -> Int {
        count * (largestPicture + 2 * padding + spacing) - spacing + 2 * margin
    }

    /// Returns the width of a card's picture for the given width and number of columns.
    package static func pictureWidth(width: Int, count: Int) -> Int {
        let room = min(width, maximumWidth(count: count)) - 2 * margin
        return max(1, (room + spacing) / count - spacing - 2 * padding)
    }
}
