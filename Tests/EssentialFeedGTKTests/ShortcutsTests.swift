import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The window of the shortcuts beside what the application and its screens listen to. The comment above a
/// function is its name.
final class ShortcutsTests: WidgetTestCase {
    /// The window lists the keys of all actions of the application, and of all screens, and no others
    func test_window_listsWhatWorksEverywhere() {
        onMain {
            let listed = try ListedKeys(.english)
            let actions = try Self.keysOfActions()
            for (action, keys) in actions {
                XCTAssertTrue(listed.general.contains { $0.isSuperset(of: keys) }, "\(action) has \(keys) in one row")
            }
            var works = actions.values.reduce(into: Set()) { $0.formUnion($1) }
            for screen in try KeyedScreen.all {
                let keys = screen.keysOfShortcuts()
                XCTAssertTrue(keys.isSuperset(of: screen.expected), "\(screen.name): \(keys)")
                if screen.name != "viewer" { works.formUnion(keys) }
                screen.close()
            }
            XCTAssertEqual(Set(listed.general.joined()), works)
        }
    }

    /// The window lists the keys of the lists, those that the feed and the comments listen to
    func test_window_listsWhatWorksInLists() {
        onMain {
            let listed = try ListedKeys(.english)
            let (general, lists) = (Set(listed.general.joined()), Set(listed.lists.joined()))
            var works: Set<String> = []
            for screen in KeyedScreen.lists {
                let pressed = screen.keysOfPresses()
                let keys = screen.keysOfShortcuts().union(pressed.plain)
                XCTAssertEqual(keys.subtracting(general.union(lists)), [], screen.name)
                works.formUnion(pressed.all)
                if screen.opens(by: "Return") { works.insert("Return") }
                screen.close()
            }
            XCTAssertEqual(lists.subtracting(works), [])
        }
    }

    /// The window lists the keys of the viewer, those that it listens to
    func test_window_listsWhatWorksInViewer() {
        onMain {
            let listed = try ListedKeys(.english)
            let (general, viewer) = (Set(listed.general.joined()), Set(listed.viewer.joined()))
            let screen = try KeyedScreen.viewer()
            let (pressed, shortcuts) = (screen.keysOfPresses(), screen.keysOfShortcuts())
            let others = shortcuts.union(pressed.plain).subtracting(general.union(viewer))
            XCTAssertEqual(others, [])
            XCTAssertEqual(viewer.subtracting(shortcuts.union(pressed.all)), [])
            screen.close()
        }
    }

    /// The window has the same keys in all languages, and no key twice for the same screen but the arrows of the viewer
    func test_window_listsKeysOnce() {
        onMain {
            let english = try ListedKeys(.english)
            for language in Language.allCases {
                let listed = try ListedKeys(language)
                XCTAssertEqual(listed.groups, english.groups)
                XCTAssertEqual(Set(listed.titles).count, english.groups.joined().count, "\(language)")
                XCTAssertFalse(listed.titles.contains(""))
            }
            for (group, twice) in [(english.lists, []), (english.viewer, ["Left", "Right"])] {
                let keys = (english.general + group).flatMap(\.self)
                XCTAssertEqual(Set(keys.filter { key in keys.count { $0 == key } > 1 }), Set(twice))
            }
        }
    }

    /// The window opens without a warning
    func test_window_opensWithoutWarning() {
        onMain {
            let window = try XCTUnwrap(Shortcuts.window(language: .english))
            gtk_window_present(window.window)
            runLoop(until: "the window") { window.isMapped && gtk_widget_get_width(window.pointer) > 0 }
            var hasPassed = false
            window.afterFrame { hasPassed = true }
            runLoop(until: "a frame") { hasPassed }
            XCTAssertEqual(Warnings.take(), [])
            gtk_window_destroy(window.window)
        }
    }

    @MainActor
    private static func keysOfActions() throws -> [String: Set<String>] {
        let application = try XCTUnwrap(gtk_application_new("org.example.Shortcuts", G_APPLICATION_NON_UNIQUE))
        let raw = UnsafeMutableRawPointer(application)
        defer { g_object_unref(raw) }
        Shortcuts.set(for: raw)
        var keys: [String: Set<String>] = [:]
        for action in strings(gtk_application_list_action_descriptions(application)) {
            let ofAction = strings(gtk_application_get_accels_for_action(application, action))
            keys[action] = Set(ofAction.map(canonical))
            for key in ofAction {
                XCTAssertEqual(strings(gtk_application_get_actions_for_accel(application, key)), [action])
            }
        }
        return keys
    }

    /// Returns the texts of a null-terminated array, and frees it.
    private static func strings(_ array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
        defer { g_strfreev(array) }
        var strings: [String] = []
        while let array, let string = array[strings.count] { strings.append(String(cString: string)) }
        return strings
    }
}

/// Returns a key with its modifiers as GTK writes it.
private func canonical(_ text: String) -> String {
    var key: guint = 0
    var modifiers = GdkModifierType(rawValue: 0)
    guard gtk_accelerator_parse(text, &key, &modifiers) != 0 else {
        XCTFail("GTK doesn't know the key \(text)")
        return text
    }
    return accelerator(key, modifiers)
}

private func accelerator(_ key: guint, _ modifiers: GdkModifierType) -> String {
    guard let text = gtk_accelerator_name(key, modifiers) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
}

/// The content of the shortcuts window.
@MainActor
private struct ListedKeys {
    /// The keys of each row, by group.
    let groups: [[Set<String>]]
    let titles: [String]

    var general: [Set<String>] { groups[0] }
    var lists: [Set<String>] { groups[1] }
    var viewer: [Set<String>] { groups[2] }

    init(_ language: Language) throws {
        let window = try XCTUnwrap(Shortcuts.window(language: language))
        defer { gtk_window_destroy(window.window) }
        // The window has the rows a second time outside the groups, for its search.
        let rows = window.descendants.filter { $0.isA(gtk_shortcuts_group_get_type()) }.map { group in
            group.descendants.filter { $0.isA(gtk_shortcuts_shortcut_get_type()) }
        }
        groups = rows.map { rows in
            rows.map { Set(Self.text("accelerator", of: $0).split(separator: " ").map { canonical(String($0)) }) }
        }
        titles = rows.joined().map { Self.text("title", of: $0) }
        guard groups.count == 3 else { throw Unexpected(groups: groups.count) }
    }

    struct Unexpected: Error {
        let groups: Int
    }

    private static func text(_ property: String, of widget: Widget) -> String {
        var value = GValue()
        g_value_init(&value, g_type_from_name("gchararray"))
        defer { g_value_unset(&value) }
        g_object_get_property(widget.cast(), property, &value)
        return g_value_get_string(&value).map { String(cString: $0) } ?? ""
    }
}

/// A screen in a window, and the keys it listens to.
@MainActor
private struct KeyedScreen {
    let name: String
    /// The keys it must handle with its own shortcuts.
    let expected: Set<String>
    let stage: Stage
    let root: Widget
    /// Ends what the screen does.
    var end: () -> Void = {}
    /// Brings the screen to the states in which its keys are pressed.
    var states: [(Stage) -> Void] = [{ _ in }]

    static var all: [KeyedScreen] {
        get throws { lists + [try viewer(), preferences, address] }
    }

    static var lists: [KeyedScreen] { [feed, comments] }

    private static var feed: KeyedScreen {
        let menu = MainMenu(language: .english)
        let screen = Screens.feed(.stay, menu: menu.model.opaque)
        screen.display(
            Screens.feed((1...8).map { Screens.image($0, description: "photo \($0)", location: "place \($0)") }))
        let stage = Stage(screen.root, width: 1_100)
        runLoop(until: "the cards") { opener(in: screen.root) != nil }
        stage.settle()
        return KeyedScreen(
            name: "feed", expected: ["F10"], stage: stage, root: screen.root,
            end: { withExtendedLifetime((screen, menu)) {} },
            states: listStates(screen.root).map { prepare in
                { stage in
                    // One of the keys shows the grid.
                    screen.show(FeedStyle())
                    runLoop(until: "the cards") { opener(in: screen.root) != nil }
                    prepare(stage)
                }
            })
    }

    private static var comments: KeyedScreen {
        let scene = Scenes.comments()
        let stage = Stage(scene.root)
        runLoop(until: "the comments") { scene.isComplete() && opener(in: scene.root) != nil }
        stage.settle()
        return KeyedScreen(
            name: "comments", expected: ["Escape"], stage: stage, root: scene.root,
            end: { withExtendedLifetime(scene) {} }, states: listStates(scene.root))
    }

    /// Nothing has the focus; a button of the list has it.
    private static func listStates(_ root: Widget) -> [(Stage) -> Void] {
        [
            { gtk_window_set_focus($0.window.window, nil) },
            { stage in
                guard let opener = opener(in: root) else { return XCTFail("nothing can be opened") }
                gtk_widget_grab_focus(opener.pointer)
            },
        ]
    }

    /// The viewer with an animation, enlarged.
    static func viewer() throws -> KeyedScreen {
        let (screen, controller) = try Screens.viewer(ofFile: "animated.gif")
        let stage = Stage(screen.root)
        gtk_window_set_focus(stage.window.window, nil)
        runLoop(until: "the animation") { stage.press(GDK_KEY_space) }
        return KeyedScreen(
            name: "viewer", expected: ["Escape"], stage: stage, root: screen.root,
            end: {
                controller.stop()
                withExtendedLifetime(screen) {}
            }, states: [{ $0.press(GDK_KEY_plus) }])
    }

    private static var preferences: KeyedScreen {
        let (screen, controller) = Screens.preferences()
        return KeyedScreen(
            name: "preferences", expected: [], stage: Stage(screen.root), root: screen.root,
            end: { withExtendedLifetime((screen, controller)) {} })
    }

    private static var address: KeyedScreen {
        let screen = Screens.address(canGoBack: true) { _, _ in throw CancellationError() }
        return KeyedScreen(
            name: "address", expected: ["Escape"], stage: Stage(screen.root), root: screen.root,
            end: { withExtendedLifetime(screen) {} })
    }

    func close() {
        end()
        stage.close()
    }

    // MARK: Keys

    /// Returns the keys of the screen's shortcuts, which work wherever the window's focus is.
    func keysOfShortcuts() -> Set<String> {
        stage.settle()
        let widgets = [stage.window] + stage.window.descendants
        // GTK gives names to its own controllers.
        let keys = widgets.flatMap { Self.shortcuts(of: $0) { gtk_event_controller_get_name($0) == nil } }
        guard widgets.contains(where: Self.isMainMenu) else { return Set(keys) }
        return Set(keys).union(Self.shortcuts(of: stage.window, Self.opensMenu))
    }

    private static func isMainMenu(_ widget: Widget) -> Bool {
        widget.isMapped && widget.isA(gtk_menu_button_get_type()) && gtk_menu_button_get_primary(widget.opaque) != 0
    }

    /// Whether a controller opens a window's main menu.
    private static func opensMenu(_ controller: OpaquePointer) -> Bool {
        gtk_event_controller_get_name(controller).map { String(cString: $0) } == "gtk-window-menubar-accel"
    }

    /// Whether a key opens what has the focus in a list.
    func opens(by key: String) -> Bool {
        Self.opener(in: root).map { Self.shortcuts(of: $0) { _ in true }.contains(key) } ?? false
    }

    /// Returns the keys that the screen handles, in one of its states, before the window's widgets receive them.
    ///
    /// `plain` leaves out what a key does as well if a further modifier is held.
    func keysOfPresses() -> (all: Set<String>, plain: Set<String>) {
        let modifiers = [
            0, GDK_SHIFT_MASK.rawValue, GDK_CONTROL_MASK.rawValue, GDK_CONTROL_MASK.rawValue | GDK_SHIFT_MASK.rawValue,
            GDK_ALT_MASK.rawValue, GDK_SUPER_MASK.rawValue,
        ]
        var (all, plain): (Set<String>, Set<String>) = ([], [])
        // The characters of Western keyboards, and the keys without a character.
        for key in Array(0x20...0xff) + [Int(GDK_KEY_ISO_Left_Tab)] + Array(0xff00...0xffff) {
            var handled: [UInt32] = []
            for held in modifiers {
                let isHandled = states.contains { prepare in
                    prepare(stage)
                    return stage.press(Int32(key), held)
                }
                guard isHandled else { continue }
                let name = accelerator(Self.withoutKeypad(guint(key)), GdkModifierType(rawValue: held))
                all.insert(name)
                if !handled.contains(where: { $0 & held == $0 }) { plain.insert(name) }
                handled.append(held)
            }
        }
        return (all, plain)
    }

    /// Returns the ordinary key for a key of the keypad.
    private static func withoutKeypad(_ key: guint) -> guint {
        guard let name = gdk_keyval_name(key).map({ String(cString: $0) }), name.hasPrefix("KP_") else { return key }
        let rest = String(name.dropFirst(3))
        let names = ["Add": "plus", "Subtract": "minus", "Insert": "0", "Space": "space"]
        return gdk_keyval_from_name(names[rest] ?? rest)
    }

    private static func shortcuts(of widget: Widget, _ isWanted: (OpaquePointer) -> Bool) -> [String] {
        widget.controllers(gtk_shortcut_controller_get_type()).flatMap { controller -> [String] in
            guard isWanted(OpaquePointer(controller)) else { return [] }
            let list = OpaquePointer(controller)
            return (0..<g_list_model_get_n_items(list)).compactMap { index in
                guard let shortcut = g_list_model_get_item(list, index) else { return nil }
                defer { g_object_unref(shortcut) }
                let trigger = gtk_shortcut_get_trigger(OpaquePointer(shortcut))
                // A menu shows its mnemonics itself.
                let instance = UnsafeMutableRawPointer(trigger)?.assumingMemoryBound(to: GTypeInstance.self)
                guard g_type_check_instance_is_a(instance, gtk_mnemonic_trigger_get_type()) == 0,
                    let text = gtk_shortcut_trigger_to_string(trigger)
                else { return nil }
                defer { g_free(text) }
                return canonical(String(cString: text))
            }
        }
    }

    /// The button for opening the first photo of a list.
    private static func opener(in root: Widget) -> Widget? {
        root.descendants.first { $0.hasClass("feed-open") && $0.isMapped && gtk_widget_get_height($0.pointer) > 0 }
    }
}
