public import CAdwaita

/// The system's sleep, as logind reports it.
public enum SystemSleep {
    /// Runs a closure on the main actor whenever the system has woken up, until the program ends. Without logind it never does.
    /// - Parameters:
    ///   - bus: The bus on which logind is.
    ///   - action: What is to be done.
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

    /// What is kept until the bus has answered.
    private final class Call {
        let action: @MainActor () -> Void

        init(_ action: @escaping @MainActor () -> Void) {
            self.action = action
        }

        func end(_ result: OpaquePointer?) {
            // Without a bus there is nothing to hear.
            guard let logind = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
            // The reference is kept, so that the signals come until the program ends.
            Signal.connect(UnsafeMutableRawPointer(logind), "g-signal") { [action] arguments in
                if arguments.text(2) == "PrepareForSleep", arguments.variantFlag(3) == false { action() }
            }
        }
    }
}
