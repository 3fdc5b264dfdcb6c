import CAdwaita

enum ListMove: CaseIterable {
    case pageDown, pageUp, top, end, next, previous, left, right

    private nonisolated var shortcut: (keys: [String], title: ScreenStrings) {
        switch self {
        case .pageDown: (["Page_Down", "space"], .pageDown)
        case .pageUp: (["Page_Up", "<Shift>space"], .pageUp)
        case .top: (["Home"], .toTheTop)
        case .end: (["End"], .toTheEnd)
        case .next: (["Down"], .next)
        case .previous: (["Up"], .previous)
        case .left: (["Left"], .goLeft)
        case .right: (["Right"], .goRight)
        }
    }

    nonisolated var keys: [String] { shortcut.keys }
    nonisolated var title: ScreenStrings { shortcut.title }
    var isDown: Bool { self == .pageDown || self == .end || self == .next }

    init?(key: guint, modifiers: GdkModifierType) {
        guard let move = Self.moves[PressedKey(key, modifiers)] else { return nil }
        self = move
    }

    private static let moves = PressedKey.table(allCases, \.keys)
}

struct PressedKey: Hashable {
    private let key: guint
    private let modifiers: guint

    init(_ key: guint, _ modifiers: GdkModifierType) {
        var mask = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        // On some keyboards, plus needs Shift.
        if key != guint(GDK_KEY_plus) { mask |= GDK_SHIFT_MASK.rawValue }
        self.key = Self.ofKeypad[key] ?? key
        self.modifiers = modifiers.rawValue & mask
    }

    static func table<Action>(_ actions: [Action], _ keys: (Action) -> [String]) -> [PressedKey: Action] {
        var table: [PressedKey: Action] = [:]
        for action in actions {
            for name in keys(action) {
                var key: guint = 0
                var modifiers = GdkModifierType(rawValue: 0)
                guard gtk_accelerator_parse(name, &key, &modifiers) != 0 else {
                    preconditionFailure("GTK doesn't know the key \(name)")
                }
                table[PressedKey(key, modifiers)] = action
            }
        }
        return table
    }

    /// The standard keys by the keypad keys that are equivalent to them.
    static let ofKeypad: [guint: guint] = {
        let sameNames = ["Page_Down", "Page_Up", "Home", "End", "Down", "Up", "Left", "Right"].map { ("KP_" + $0, $0) }
        let others = [("KP_Space", "space"), ("KP_Add", "plus"), ("KP_Subtract", "minus"), ("KP_0", "0")]
        let keys = (sameNames + others).map { (gdk_keyval_from_name($0.0), gdk_keyval_from_name($0.1)) }
        return Dictionary(uniqueKeysWithValues: keys)
    }()
}

enum ImageViewerKey: CaseIterable {
    case left, right, up, down, enlarge, reduce, whole, originalScale, turnRight, turnLeft, thumbnails, fullScreen
    case playOrPause

    /// The title is `nil` for the keys for moving an enlarged picture, which share a separate row.
    private nonisolated var shortcut: (keys: [String], title: ScreenStrings?) {
        switch self {
        case .left: (["Left"], .previousPhoto)
        case .right: (["Right"], .nextPhoto)
        case .up: (["Up"], nil)
        case .down: (["Down"], nil)
        case .enlarge: (["plus", "equal"], .zoomIn)
        case .reduce: (["minus"], .zoomOut)
        case .whole: (["0"], .zoomToFit)
        case .originalScale: (["1"], .originalScale)
        case .turnRight: (["r"], .rotateRight)
        case .turnLeft: (["<Shift>r"], .rotateLeft)
        case .thumbnails: (["t"], .thumbnails)
        case .fullScreen: (["f"], .toggleFullScreen)
        case .playOrPause: (["space"], .playOrPause)
        }
    }

    nonisolated var keys: [String] { shortcut.keys }
    nonisolated var title: ScreenStrings? { shortcut.title }

    /// Returns `nil` if the viewer doesn't use the key. Ctrl doesn't change the action.
    init?(key: guint, modifiers: GdkModifierType) {
        let mask = GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & mask == 0,
            let found = Self.found[gdk_keyval_to_lower(PressedKey.ofKeypad[key] ?? key)]
        else { return nil }
        self = found == .turnRight && modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0 ? .turnLeft : found
    }

    private static let found: [guint: ImageViewerKey] = {
        var found: [guint: ImageViewerKey] = [guint(GDK_KEY_KP_Insert): .whole, guint(GDK_KEY_KP_1): .originalScale]
        for key in allCases {
            for name in key.keys where key != .turnLeft { found[gdk_keyval_from_name(name)] = key }
        }
        return found
    }()
}
