import CAtspi
import Foundation
import TestSupport

/// The accessible desktop, with all windows in it: the only place where the accessibility library is used.
///
/// The library blocks, and may be used by one thread at a time, so all of its calls have the same thread.
public final class Desktop: Sendable {
    public struct NotShown: Error, CustomStringConvertible {
        let what: String
        let tree: String
        public var description: String { "\(what) was not shown in time. Shown was:\n\(tree)" }
    }

    /// The program that was to show something has ended.
    public struct Ended: Error {}

    /// The library's thread. The library, too, is one for the whole process.
    private static let calls = BlockingCalls(label: "accessible desktop")

    /// - Throws: ``NotShown`` if there is no display or no session bus.
    public init() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
            environment["DBUS_SESSION_BUS_ADDRESS"] != nil
        else {
            throw NotShown(
                what: "a display with a session bus (DISPLAY or WAYLAND_DISPLAY, DBUS_SESSION_BUS_ADDRESS)",
                tree: "nothing")
        }
        try await Self.calls.make("libatspi's start") { _ = atspi_init() }
    }

    /// Waits until `find` returns a value for the window of a process.
    ///
    /// Looks after each burst of events of the accessibility bus, and every 50 ms in case an event was missed.
    /// - Parameter isAnyWindow: Whether `find` receives all windows of the process, below one element, instead of the
    ///   first one.
    /// - Throws: ``Ended`` if the process has ended, ``NotShown`` if it didn't show it in time, `BlockingCalls.Stuck`
    ///   if the library didn't report the screen in time.
    public func wait<Value: Sendable>(
        for what: String, of process: Int32, inAnyWindow isAnyWindow: Bool = false,
        within limit: Duration = .seconds(300), _ find: @escaping @Sendable (Accessible) throws -> Value?
    ) async throws -> Value {
        try await Self.calls.make("what shows \(what)", within: limit + .seconds(120)) {
            let deadline = ContinuousClock.now + limit
            let tick = g_timeout_add(50, { _ in gboolean(1) }, nil)
            defer { g_source_remove(tick) }
            while true {
                let program = Self.program(of: process)
                let place = isAnyWindow ? program : program?.children.first
                if let place, let found = try find(place) { return found }
                guard kill(process, 0) == 0 else { throw Ended() }
                guard ContinuousClock.now < deadline else {
                    throw NotShown(what: what, tree: place?.description() ?? "no window")
                }
                g_main_context_iteration(nil, gboolean(1))
                // A look takes many calls to the program and slows down the expected screen.
                let endOfBurst = ContinuousClock.now + .milliseconds(50)
                while ContinuousClock.now < endOfBurst, g_main_context_iteration(nil, gboolean(0)) != 0 {}
            }
        }
    }

    /// Presses the key with an X key symbol.
    public func press(key symbol: Int, withAlt: Bool = false, withControl: Bool = false) async throws {
        try await Self.calls.make("a key") {
            // Without a window manager, keys go to the window below the pointer.
            atspi_generate_mouse_event(200, 20, "abs", nil)
            // The key codes of the left Alt and Control keys on every Linux keyboard.
            let held: [glong] = (withAlt ? [64] : []) + (withControl ? [37] : [])
            for key in held { atspi_generate_keyboard_event(key, nil, ATSPI_KEY_PRESS, nil) }
            atspi_generate_keyboard_event(glong(symbol), nil, ATSPI_KEY_SYM, nil)
            for key in held { atspi_generate_keyboard_event(key, nil, ATSPI_KEY_RELEASE, nil) }
        }
    }

    /// Turns the wheel up by a notch over the middle of a window.
    public func turnWheelUp() async throws {
        try await Self.calls.make("the wheel") { _ = atspi_generate_mouse_event(240, 300, "b4c", nil) }
    }

    /// Turns the wheel down by a notch, at the same place.
    public func turnWheelDown() async throws {
        try await Self.calls.make("the wheel") { _ = atspi_generate_mouse_event(240, 300, "b5c", nil) }
    }

    private static func program(of process: Int32) -> Accessible? {
        guard let desktop = Accessible(atspi_get_desktop(0)) else { return nil }
        desktop.forgetWhatIsKnown()
        let program = desktop.programs.first { $0.processID == UInt32(process) }
        program?.forgetWhatIsKnown()
        return program
    }
}
