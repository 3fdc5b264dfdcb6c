public import CAdwaita

/// System sleep as reported by logind.
public enum SystemSleep {
    /// Runs a closure on the main actor whenever the system wakes from sleep, until the program ends. Requires logind.
    /// - Parameters:
    ///   - bus: The bus that logind uses.
    ///   - action: The closure.
    public static func onWake(on bus: GBusType = G_BUS_TYPE_SYSTEM, _ action: @escaping @MainActor () -> Void) {
        let call = Unmanaged.passRetained(Call(action)).toOpaque()
        g_dbus_proxy_new_for_bus(
            bus, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, nil, "org.freedesktop.login1", "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager", nil,
            { _, result, call in
                let result = UInt(bitPattern: result)
                let call = UInt(bitPattern: call)
                MainActor.assumeIsolated {
                    guard let call = UnsafeRawPointer(bitPattern: call) else { return }
                    Unmanaged<Call>.fromOpaque(call).takeRetainedValue().end(OpaquePointer(bitPattern: result))
                }
            }, call)
    }

    /// The state that is kept until the bus answers.
    private final class Call {
        let action: @MainActor () -> Void

        init(_ action: @escaping @MainActor () -> Void) {
            self.action = action
        }

        func end(_ result: OpaquePointer?) {
            // Without a bus, no signals arrive.
            guard let logind = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
            // The reference is never released, so that signals arrive until the program ends.
            Signal.connect(UnsafeMutableRawPointer(logind), "g-signal") { [action] arguments in
                if arguments.text(2) == "PrepareForSleep", arguments.variantFlag(3) == false { action() }
            }
        }
    }
}
