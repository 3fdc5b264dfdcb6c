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

    package var isGrid: Bool
    package var density: Density

    package init(isGrid: Bool = false, density: Density = .usual) {
        self.isGrid = isGrid
        self.density = density
    }
}
