import CAdwaita

/// The desktop didn't open an address.
public struct LaunchError: Error, Hashable, CustomStringConvertible {
    /// The reason that the desktop reports.
    public let reason: String

    /// Creates an error.
    /// - Parameter reason: The reason that the desktop reports.
    public init(reason: String) {
        self.reason = reason
    }

    public var description: String { "the desktop didn't open an address: \(reason)" }
}

/// Opens addresses in the desktop's default program, such as a browser.
public enum AddressLauncher {
    /// Asks the desktop to open an address, without waiting for the answer.
    /// - Parameters:
    ///   - address: An absolute URL.
    ///   - window: The parent window of the program.
    ///   - onEnd: Receives the error if the address couldn't be opened, else `nil`.
    public static func open(
        _ address: String, over window: Widget, onEnd: @escaping @MainActor (LaunchError?) -> Void
    ) {
        let call = Unmanaged.passRetained(Call(window: window, onEnd: onEnd)).toOpaque()
        gtk_show_uri_full(
            window.window, address, guint32(GDK_CURRENT_TIME), nil,
            { _, result, call in
                let result = UInt(bitPattern: result)
                let call = UInt(bitPattern: call)
                MainActor.assumeIsolated {
                    guard let call = UnsafeRawPointer(bitPattern: call) else { return }
                    Unmanaged<Call>.fromOpaque(call).takeRetainedValue().end(OpaquePointer(bitPattern: result))
                }
            }, call)
    }

    /// The state that is kept until the desktop answers.
    private final class Call {
        let window: ObjectReference
        let onEnd: @MainActor (LaunchError?) -> Void

        init(window: Widget, onEnd: @escaping @MainActor (LaunchError?) -> Void) {
            self.window = ObjectReference(window.raw)
            self.onEnd = onEnd
        }

        func end(_ result: OpaquePointer?) {
            var error: UnsafeMutablePointer<GError>?
            let window = Widget(window.pointer.assumingMemoryBound(to: GtkWidget.self))
            guard gtk_show_uri_full_finish(window.window, result, &error) == 0 else { return onEnd(nil) }
            let reason = error.flatMap { $0.pointee.message }.map { String(cString: $0) } ?? "no reason is known"
            g_clear_error(&error)
            onEnd(LaunchError(reason: reason))
        }
    }
}
