/// How the user wants to see the feed.
package struct FeedStyle: Hashable, Codable, Sendable {
    /// How many photos a grid shows at once.
    package enum Density: String, CaseIterable, Codable, Sendable {
        case low, usual, high

        /// The neighbouring density with larger photos; itself if there is none.
        package var larger: Density { self == .high ? .usual : .low }
        /// The neighbouring density with smaller photos; itself if there is none.
        package var smaller: Density { self == .low ? .usual : .high }
    }

    /// Whether the feed shows photos alone, without texts.
    package var isGrid: Bool
    /// The density of the grid.
    package var density: Density

    /// Creates a style.
    package init(isGrid: Bool = false, density: Density = .usual) {
        self.isGrid = isGrid
        self.density = density
    }
}

/// How the feed's list arranges photos. Lengths are in application pixels.
package enum FeedArrangement: Hashable, Sendable {
    /// Cards below each other, whose heights depend on their texts.
    case cards
    /// Rows of photos with short captions.
    case tiles
    /// Rows of photos alone, by months.
    case grid(FeedStyle.Density)

    /// The maximum width of a card, so that lines of text stay readable.
    package static let maximumCardWidth = 600
    /// The space beside the first and last photo of a row.
    package static let margin = 12
    /// The least width that has tiles.
    private static let leastWidthOfTiles = 700

    /// Creates the arrangement for a style and the width of the list.
    package init(_ style: FeedStyle = FeedStyle(), width: Int) {
        self = style.isGrid ? .grid(style.density) : width < Self.leastWidthOfTiles ? .cards : .tiles
    }

    /// The measures of rows of photos; `nil` for cards.
    package var rows: JustifiedRows.Measures? {
        switch self {
        case .cards: nil
        case .tiles: JustifiedRows.Measures(height: 320, spacing: Self.margin)
        case .grid(.low): JustifiedRows.Measures(height: 260, spacing: 6)
        case .grid(.usual): JustifiedRows.Measures(height: 200, spacing: 4)
        case .grid(.high): JustifiedRows.Measures(height: 140, spacing: 2)
        }
    }

    /// Returns the expected sizes of pictures in a list of this width.
    package func sizing(width: Int, scale: Int) -> PictureSizing {
        // A card has a margin on both sides, and so has the picture inside it.
        guard let rows else {
            return .cards(width: max(1, min(width, Self.maximumCardWidth) - 4 * Self.margin), scale: scale)
        }
        // Some rows are higher than others. One size for all means that no resize of the window loads pictures again.
        return .rows(height: rows.height * 5 / 4, scale: scale)
    }
}
