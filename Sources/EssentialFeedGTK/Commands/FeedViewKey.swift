import CAdwaita

enum FeedViewKey: CaseIterable {
    case grid, larger, smaller, usual, select, selectAll

    private nonisolated var shortcut: (keys: [String], title: ScreenStrings) {
        switch self {
        case .grid: (["<Control>g"], .grid)
        case .larger: (["<Control>plus", "<Control>equal"], .largerPhotos)
        case .smaller: (["<Control>minus"], .smallerPhotos)
        case .usual: (["<Control>0"], .usualPhotos)
        case .select: (["<Control>space"], .selectPhoto)
        case .selectAll: (["<Control>a"], .selectAll)
        }
    }

    nonisolated var keys: [String] { shortcut.keys }
    nonisolated var title: ScreenStrings { shortcut.title }

    init?(key: guint, modifiers: GdkModifierType) {
        guard let found = Self.found[PressedKey(key, modifiers)] else { return nil }
        self = found
    }

    private static let found = PressedKey.table(allCases, \.keys)
}
