import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The real app in a real window, used with a keyboard and a screen reader.
final class AppWindow: Sendable {
    let desktop: Desktop
    let program: TestProgram
    /// Whether standard error may have lines: the app's log, or those of GL's drivers.
    private let isLogging: Bool

    /// - Parameters:
    ///   - home: The folder of the app's configuration.
    ///   - height: The height of the window, enough for everything the test looks for.
    ///   - isService: Whether the app starts as the session's bus starts it, without arguments and without a window.
    init(
        desktop: Desktop, address: String?, cacheFolder: String, home: URL, height: Int = 2800,
        arguments: [String] = [], environment: [String: String] = [:], isService: Bool = false
    ) async throws {
        self.desktop = desktop
        isLogging = arguments.contains("-v") || ProcessInfo.processInfo.environment["GSK_RENDERER"] == "gl"
        let config = home.appending(path: "config/essential-feed")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        let settings = config.appending(path: "app.json")
        if !FileManager.default.fileExists(atPath: settings.path) {
            try Data(#"{"width":480,"height":\#(height)}"#.utf8).write(to: settings)
        }
        var surroundings = Self.surroundings(home: home)
        if isService { surroundings["ESSENTIAL_FEED_URL"] = address }
        let options = (address.map { ["--url", $0] } ?? []) + ["--cache-dir", cacheFolder] + arguments
        program = try await TestProgram.start(
            [Program.url(of: "essential-feed-app").path] + (isService ? ["--gapplication-service"] : options),
            environment: surroundings.merging(environment) { $1 })
    }

    /// Returns the environment of a program with a window: the tests' display, which is X's or Wayland's, their session
    /// and renderer, and a user's home.
    static func surroundings(home: URL) -> [String: String] {
        let inherited = Program.inherited(
            "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "GSK_RENDERER",
            "LIBGL_ALWAYS_SOFTWARE")
        return ["GSK_RENDERER": "cairo"].merging(inherited) { $1 }.merging([
            "GDK_BACKEND": inherited["WAYLAND_DISPLAY"] == nil ? "x11" : "wayland", "GSETTINGS_BACKEND": "memory",
            "GTK_A11Y": "atspi", "ADW_DISABLE_PORTAL": "1", "G_DEBUG": "fatal-criticals", "HOME": home.path,
            "XDG_CONFIG_HOME": home.appending(path: "config").path,
        ]) { $1 }
    }

    /// Waits until `find` returns a value for the window, and returns it.
    func wait<Value: Sendable>(
        for what: String, _ find: @escaping @Sendable (Accessible) throws -> Value?
    ) async throws -> Value {
        try await wait(for: what, inAnyWindow: false, find)
    }

    /// Waits until `find` returns a value for all windows of the app, which are below one element, and returns it.
    func wait<Value: Sendable>(
        inAnyWindowFor what: String, _ find: @escaping @Sendable (Accessible) throws -> Value?
    ) async throws -> Value {
        try await wait(for: what, inAnyWindow: true, find)
    }

    private func wait<Value: Sendable>(
        for what: String, inAnyWindow isAnyWindow: Bool, _ find: @escaping @Sendable (Accessible) throws -> Value?
    ) async throws -> Value {
        do {
            return try await desktop.wait(for: what, of: program.processID, inAnyWindow: isAnyWindow, find)
        } catch is Desktop.Ended {
            throw TestProgram.Failure(call: ["essential-feed-app"], result: await program.result())
        }
    }

    /// Waits until something in the window, or in all windows of the app, is as wanted.
    func see(
        _ what: String, inAnyWindow isAnyWindow: Bool = false, _ isWanted: @escaping @Sendable (Accessible) -> Bool
    ) async throws {
        try await wait(for: what, inAnyWindow: isAnyWindow) { $0.first(where: isWanted).map { _ in () } }
    }

    /// Waits for the button with the name and presses it.
    func press(_ name: String) async throws {
        try await wait(for: "the button '\(name)'") { window in
            window.first { $0.role == .button && $0.label == name && $0.isShowing }?.press() == true
                ? () : nil
        }
    }

    /// A key as a keyboard sends it.
    enum Key: Int {
        case tab = 0xFF09
        case enter = 0xFF0D
        case escape = 0xFF1B
        case space = 0x20
        case plus = 0x2B
        case letterA = 0x61
        case letterC = 0x63
        case letterR = 0x72
        case letterS = 0x73
        case home = 0xFF50
        case left = 0xFF51
        case up = 0xFF52
        case right = 0xFF53
        case down = 0xFF54
        case pageUp = 0xFF55
        case pageDown = 0xFF56
        case end = 0xFF57
        case slideshow = 0xFFC2
        case menu = 0xFFC7
    }

    func pressKey(_ key: Key, withAlt: Bool = false, withControl: Bool = false) async throws {
        try await desktop.press(key: key.rawValue, withAlt: withAlt, withControl: withControl)
    }

    /// Closes the window and waits until the program has ended. Without a log, the app writes nothing to standard error;
    /// warnings of GTK and of the network's event loops are always mistakes of the app.
    /// - Parameter fileDialogs: How many file dialogs the app has opened. GTK 4.8 warns about the two arrows of a dialog's
    ///   path bar if the dialog is drawn before the disk has told it about the folder.
    func close(fileDialogs: Int = 0) async -> TestProgram.Result {
        program.send(SIGTERM)
        let result = await program.result()
        let warning = /Gtk-WARNING .*: Trying to snapshot GtkButton (0x[0-9a-f]+) without a current allocation$/
        let arrows = Set(result.errors.split(separator: "\n").compactMap { $0.firstMatch(of: warning)?.1 })
        let lines = result.errors.split(separator: "\n").filter { line in
            arrows.count > 2 * fileDialogs || line.firstMatch(of: warning) == nil
        }
        let warnings = ["WARNING", "CRITICAL", "Cannot schedule tasks"]
        if isLogging ? lines.contains(where: { line in warnings.contains { line.contains($0) } }) : !lines.isEmpty {
            Issue.record("the app wrote to standard error: \(result.errors)")
        }
        return result
    }

    /// Presses a button of a message or a dialog, which repeats its text in its name.
    /// - Parameter title: The title of the dialog; `nil` for a message in the window.
    func pressOneOfLibadwaita(_ text: String, over title: String? = nil) async throws {
        try await wait(inAnyWindowFor: "the button '\(text)'") { app in
            let window = title.map { title in app.children.first { $0.first { $0.label == title } != nil } } ?? app
            return window?.first {
                $0.role == .button && $0.isShowing && ["\(text) \(text)", text].contains($0.label)
            }?
            .press() == true ? () : nil
        }
    }

    /// Moves the focus to the row of a list and chooses the row.
    func chooseRow(_ title: String, inAnyWindow isAnyWindow: Bool = false) async throws {
        var focused: String?
        for _ in 0..<12 where focused?.hasPrefix(title) != true {
            let before = focused
            // The preferences have several lists, and the arrow keys don't leave a list.
            try await pressKey(before == nil || isAnyWindow ? .tab : .down)
            focused = try await wait(for: "the focus to move from '\(before ?? "")'", inAnyWindow: isAnyWindow) {
                window in
                window.all { $0.isFocused }.last.flatMap { $0.label == before ? nil : $0.label }
            }
        }
        try await pressKey(.enter)
    }

    /// Opens the menu. A new screen closes an open menu, so the key may be pressed again.
    private func openMenu(with item: String) async throws {
        for _ in 0..<10 {
            try await pressKey(.menu)
            do {
                return try await desktop.wait(for: "the menu", of: program.processID, within: .seconds(15)) { window in
                    window.first { $0.name.hasPrefix(item) && $0.isShowing }.map { _ in () }
                }
            } catch is Desktop.NotShown {
                continue
            }
        }
        try await see("the menu") { $0.name.hasPrefix(item) && $0.isShowing }
    }

    /// Opens the menu and chooses an item by its keys.
    /// - Parameter last: The menu's last item.
    func chooseFromMenu(_ item: String, last: String = "About Essential Feed") async throws {
        try await openMenu(with: last)
        try await moveFocus(by: .down) { $0.hasPrefix(item) }
        try await pressKey(.enter)
    }

    /// Presses a key until the focus is on what has a wanted name.
    func moveFocus(by key: Key, to isWanted: (String) -> Bool) async throws {
        var focused = ""
        for _ in 0..<20 where !isWanted(focused) {
            let before = focused
            try await pressKey(key)
            focused = try await wait(for: "the focus to move from '\(before)'") { window in
                window.all { $0.isFocused }.last.flatMap { $0.label == before ? nil : $0.label }
            }
        }
        let isThere = isWanted(focused)
        #expect(isThere, "\(focused)")
    }
}
