import CAdwaita

/// What a key does in the viewer.
enum ImageViewerKey: CaseIterable {
    case left, right, up, down, enlarge, reduce, whole, playOrPause

    /// The keys, as GTK writes them.
    nonisolated var keys: [String] {
        switch self {
        case .left: ["Left"]
        case .right: ["Right"]
        case .up: ["Up"]
        case .down: ["Down"]
        case .enlarge: ["plus", "equal"]
        case .reduce: ["minus"]
        case .whole: ["0"]
        case .playOrPause: ["space"]
        }
    }

    /// The key's title in the shortcuts window; `nil` for the keys that only move an enlarged picture. They share a
    /// separate row.
    nonisolated var title: ScreenStrings? {
        switch self {
        case .left: .previousPhoto
        case .right: .nextPhoto
        case .up, .down: nil
        case .enlarge: .zoomIn
        case .reduce: .zoomOut
        case .whole: .zoomToFit
        case .playOrPause: .playOrPause
        }
    }

    /// Creates the action of a key; `nil` if the viewer doesn't use the key.
    init?(key: guint, modifiers: GdkModifierType) {
        let mask = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & mask == 0, let found = Self.found[key] else { return nil }
        self = found
    }

    private static let found: [guint: ImageViewerKey] = {
        var found: [guint: ImageViewerKey] = [:]
        for key in allCases {
            for name in key.keys { found[gdk_keyval_from_name(name)] = key }
        }
        for (name, key) in [
            ("KP_Left", left), ("KP_Right", right), ("KP_Up", up), ("KP_Down", down), ("KP_Add", enlarge),
            ("KP_Subtract", reduce), ("KP_0", whole), ("KP_Insert", whole), ("KP_Space", playOrPause),
        ] {
            found[gdk_keyval_from_name(name)] = key
        }
        return found
    }()
}
