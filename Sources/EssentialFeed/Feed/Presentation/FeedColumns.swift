/// How many columns of cards a width has room for, and how wide the cards are then. Widths are in application pixels.
public enum FeedColumns {
    /// The most columns. More than four cards beside each other are too many to look at.
    public static let maximumCount = 4
    /// The space between two columns.
    public static let spacing = 12

    /// The width up to which there is one column.
    private static let oneColumn = 1_000
    /// The space beside the first and the last column.
    private static let margin = 12
    /// The space beside a card's picture, inside the card.
    private static let padding = 12
    /// The smallest width of a picture for which there is another column.
    private static let smallestPicture = 440
    /// The largest width of a picture, so that the widths of lines can be read.
    private static let largestPicture = 552

    /// Returns the number of columns for a width.
    public static func count(width: Int) -> Int {
        guard width > oneColumn else { return 1 }
        let column = smallestPicture + 2 * padding + spacing
        return min(max(2, (min(width, 1 << 20) - 2 * margin + spacing) / column), maximumCount)
    }

    /// Returns the largest width that a number of columns takes.
    public static func maximumWidth(count: Int) -> Int {
        count * (largestPicture + 2 * padding + spacing) - spacing + 2 * margin
    }

    /// Returns the width of a card's picture where that many columns have a width.
    public static func pictureWidth(width: Int, count: Int) -> Int {
        let room = min(width, maximumWidth(count: count)) - 2 * margin
        return max(1, (room + spacing) / count - spacing - 2 * padding)
    }
}
