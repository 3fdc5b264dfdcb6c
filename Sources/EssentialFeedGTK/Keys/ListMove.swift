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
