/// How the feed's list arranges photos. Lengths are in application pixels.
package enum FeedArrangement: Hashable, Sendable {
    /// Cards below each other, whose heights depend on their texts.
    case cards
    /// Rows of photos with short captions.
    case tiles
    /// Rows of photos without captions, by months.
    case grid(FeedStyle.Density)

    /// The maximum width of a card, to keep lines of text readable.
    package static let maximumCardWidth = 600
    package static let margin = 12
    private static let leastWidthOfTiles = 700

    /// Creates the arrangement for a style and the width of the list, divided by the text scale.
    package init(_ style: FeedStyle = FeedStyle(), width: Int) {
        self = style.isGrid ? .grid(style.density) : width < Self.leastWidthOfTiles ? .cards : .tiles
    }

    package var rows: JustifiedRows.Measures? {
        switch self {
        case .cards: nil
        case .tiles: JustifiedRows.Measures(height: 320, spacing: Self.margin)
        case .grid(.low): JustifiedRows.Measures(height: 260, spacing: 6)
        case .grid(.usual): JustifiedRows.Measures(height: 200, spacing: 4)
        case .grid(.high): JustifiedRows.Measures(height: 140, spacing: 2)
        }
    }
}
