import CAtspi
import Foundation

/// Blocks while it waits, so it has a queue of its own.
final class DesktopExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "accessible desktop")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}

/// The accessible desktop, with all windows in it: the only place where the accessibility library is used.
public actor Desktop {
    public struct NotShown: Error, CustomStringConvertible {
        let what: String
        let tree: String
        public var description: String { "\(what) was not shown within the time. What was:\n\(tree)" }
    }

    private let executor = DesktopExecutor()
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Throws: where there is no display or no accessibility bus: nothing is skipped in silence.
    public init() throws {
        let environment = ProcessInfo.processInfo.environment
        guard environment["DISPLAY"] != nil, environment["DBUS_SESSION_BUS_ADDRESS"] != nil else {
            throw NotShown(what: "a display with a session bus (DISPLAY, DBUS_SESSION_BUS_ADDRESS)", tree: "nothing")
        }
        atspi_init()
    }

    /// Waits until what is wanted of the window of a process is there.
    ///
    /// Every event of the accessibility bus is a reason to look again; a tick looks where an event has been missed.
    public func wait<Value: Sendable>(
        for what: String, of process: Int32, within limit: Duration = .seconds(20),
        _ find: @Sendable (Accessible) throws -> Value?
    ) throws -> Value {
        let deadline = ContinuousClock.now + limit
        let tick = g_timeout_add(50, { _ in gboolean(1) }, nil)
        defer { g_source_remove(tick) }
        while true {
            if let window = window(of: process), let found = try find(window) { return found }
            guard ContinuousClock.now < deadline else {
                throw NotShown(what: what, tree: window(of: process)?.description() ?? "no window")
            }
            g_main_context_iteration(nil, gboolean(1))
        }
    }

    /// The bus over which this desktop is reached, for programs of another session.
    public func busAddress() throws -> String {
        var failure: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&failure) }
        let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil)
        let reply = bus.flatMap {
            g_dbus_connection_call_sync(
                $0, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", nil, nil,
                G_DBUS_CALL_FLAGS_NONE, -1, nil, &failure)
        }
        guard let bus, let reply else {
            throw NotShown(
                what: "the accessibility bus", tree: failure.map { String(cString: $0.pointee.message) } ?? "")
        }
        defer {
            g_variant_unref(reply)
            g_object_unref(UnsafeMutableRawPointer(bus))
        }
        let address = g_variant_get_child_value(reply, 0)
        defer { g_variant_unref(address) }
        return g_variant_get_string(address, nil).map { String(cString: $0) } ?? ""
    }

    /// Presses a key, with what stands for it, like `Escape`.
    public func press(key symbol: Int, withAlt: Bool = false) {
        // Without a window manager, keys go to the window below the pointer.
        atspi_generate_mouse_event(200, 20, "abs", nil)
        // Of the left Alt key, on every keyboard that X knows on Linux.
        let alt: glong = 64
        if withAlt { atspi_generate_keyboard_event(alt, nil, ATSPI_KEY_PRESS, nil) }
        atspi_generate_keyboard_event(glong(symbol), nil, ATSPI_KEY_SYM, nil)
        if withAlt { atspi_generate_keyboard_event(alt, nil, ATSPI_KEY_RELEASE, nil) }
    }

    /// Turns the wheel up by a notch over the middle of where windows are.
    public func turnWheelUp() {
        atspi_generate_mouse_event(240, 300, "b4c", nil)
    }

    /// Turns the wheel down by a notch, at the same place.
    public func turnWheelDown() {
        atspi_generate_mouse_event(240, 300, "b5c", nil)
    }

    private func window(of process: Int32) -> Accessible? {
        guard let desktop = Accessible(atspi_get_desktop(0)) else { return nil }
        desktop.forgetWhatIsKnown()
        let program = desktop.programs.first { $0.processID == UInt32(process) }
        program?.forgetWhatIsKnown()
        return program?.children.first
    }
}
