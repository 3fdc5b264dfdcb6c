import CAdwaita

/// A move in a list with the keyboard.
enum ListMove: CaseIterable {
    case pageDown, pageUp, top, end, next, previous, left, right

    /// The keys of the move, as GTK writes them.
    nonisolated var keys: [String] {
        switch self {
        case .pageDown: ["Page_Down", "space"]
        case .pageUp: ["Page_Up", "<Shift>space"]
        case .top: ["Home"]
        case .end: ["End"]
        case .next: ["Down"]
        case .previous: ["Up"]
        case .left: ["Left"]
        case .right: ["Right"]
        }
    }

    nonisolated var title: ScreenStrings {
        switch self {
        case .pageDown: .pageDown
        case .pageUp: .pageUp
        case .top: .toTheTop
        case .end: .toTheEnd
        case .next: .next
        case .previous: .previous
        case .left: .goLeft
        case .right: .goRight
        }
    }

    /// Whether the move goes down the list.
    var isDown: Bool { self == .pageDown || self == .end || self == .next }

    /// Creates the move of a key; `nil` for any other key.
    init?(key: guint, modifiers: GdkModifierType) {
        let mask = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_SHIFT_MASK.rawValue
        let pressed = Pressed(key: Self.ofKeypad[key] ?? key, modifiers: modifiers.rawValue & mask)
        guard let move = Self.moves[pressed] else { return nil }
        self = move
    }

    private struct Pressed: Hashable {
        let key: guint
        let modifiers: guint
    }

    private static let moves: [Pressed: ListMove] = {
        var moves: [Pressed: ListMove] = [:]
        for move in allCases {
            for name in move.keys {
                var key: guint = 0
                var modifiers = GdkModifierType(rawValue: 0)
                guard gtk_accelerator_parse(name, &key, &modifiers) != 0 else {
                    preconditionFailure("GTK doesn't know the key \(name)")
                }
                moves[Pressed(key: key, modifiers: modifiers.rawValue)] = move
            }
        }
        return moves
    }()

    /// The standard keys by the keypad keys that are equivalent to them.
    private static let ofKeypad: [guint: guint] = Dictionary(
        uniqueKeysWithValues: ["Page_Down", "Page_Up", "Home", "End", "Down", "Up", "Left", "Right"].map {
            (gdk_keyval_from_name("KP_" + $0), gdk_keyval_from_name($0))
        } + [(gdk_keyval_from_name("KP_Space"), gdk_keyval_from_name("space"))])
}

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
