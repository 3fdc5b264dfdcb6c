import CAdwaita

/// An application with a single instance per session: the first start runs it, and each later start passes its command
/// line to the first instance and ends.
@MainActor package final class SingleInstance {
    /// The exit status for command lines that arrive while the first instance is ending.
    private static let endingStatus: Int32 = 75
    /// How many times a later start retries if the first instance is ending, and how long it waits before each attempt.
    private static let attempts = (count: 50, interval: Duration.milliseconds(100))

    /// Called in the first instance, before GTK is set up.
    package var onFirst: (() -> Void)?
    /// Called in the first instance with each command line, including its own, without the program's name.
    package var onCommandLine: ((_ application: UnsafeMutableRawPointer, _ arguments: [String]) -> Void)?
    /// Called in the first instance when the session bus activates it, which may also have started it.
    package var onActivate: ((_ application: UnsafeMutableRawPointer) -> Void)?
    /// Called in the first instance after the first SIGINT, SIGTERM or SIGHUP.
    package var onTermination: (() -> Void)?
    /// Called with each `GtkApplication` before it runs.
    package var onMake: ((UnsafeMutableRawPointer) -> Void)?
    /// Whether the application is ending and refuses the command lines of later starts.
    package var isEnding = false

    private let identifier: String
    private var application: ObjectReference?
    private var signals: TerminationSignals?
    /// Whether this is the first instance; `false` until the session bus has confirmed that.
    private var isFirst = false

    /// The identifier is the application's name on the session bus, such as `org.example.App`.
    package init(identifier: String) { self.identifier = identifier }

    /// Runs until the last window is closed or, in a later start, until the first instance has accepted the command
    /// line. The arguments begin with the program's name. Returns the exit status.
    package func run(_ arguments: [String]) -> Int32 {
        var status = runOnce(arguments, isLast: false)
        var attempt = 0
        // The first instance is ending or ended before it answered, so this instance can soon replace it.
        while !isFirst, status != 0, attempt < Self.attempts.count {
            attempt += 1
            MainLoop.wait {
                do {
                    try await Task.sleep(for: Self.attempts.interval)
                } catch {
                    // This task is never cancelled.
                }
            }
            status = runOnce(arguments, isLast: attempt == Self.attempts.count)
        }
        return status
    }

    /// Ends the application, even if windows are open.
    package func quit() {
        guard let application else { return }
        g_application_quit(application.cast())
    }

    private func runOnce(_ arguments: [String], isLast: Bool) -> Int32 {
        // GLib writes a message about each failed attempt; only the last one reaches the user.
        g_set_printerr_handler(isLast ? nil : { _ in })
        defer { g_set_printerr_handler(nil) }
        let application = ObjectReference(owning: adw_application_new(identifier, G_APPLICATION_HANDLES_COMMAND_LINE))
        self.application = application
        isFirst = false
        // The earlier object is released first, because it restores the signals' usual effect when it ends.
        signals = nil
        signals = TerminationSignals { [weak self] in self?.onTermination?() }
        onMake?(application.pointer)
        Signal.connect(application.pointer, "notify::is-registered") { [weak self] _ in self?.registered() }
        Signal.connect(application.pointer, "command-line") { [weak self] arguments in
            arguments.answer(self?.take(arguments.object(1)) ?? Self.endingStatus)
        }
        Signal.connect(application.pointer, "activate") { [weak self] _ in self?.activate() }
        let copies = arguments.map { g_strdup($0) }
        defer { for copy in copies { g_free(copy) } }
        var list = copies + [nil]
        return list.withUnsafeMutableBufferPointer {
            g_application_run(application.cast(), Int32(arguments.count), $0.baseAddress)
        }
    }

    private func registered() {
        guard let application else { return }
        let pointer: UnsafeMutablePointer<GApplication> = application.cast()
        guard g_application_get_is_registered(pointer) != 0 else { return }
        isFirst = g_application_get_is_remote(pointer) == 0
        guard isFirst else {
            signals = nil
            return
        }
        g_set_printerr_handler(nil)
        onFirst?()
    }

    private func activate() {
        guard !isEnding, let application else { return }
        onActivate?(application.pointer)
    }

    /// Handles a command line. Returns the exit status for the start that sent it.
    private func take(_ commandLine: UnsafeMutableRawPointer?) -> Int32 {
        guard !isEnding, let application else { return Self.endingStatus }
        let commandLine = UnsafeMutablePointer<GApplicationCommandLine>(OpaquePointer(commandLine))
        // The main loop may see a later start before it handles a signal that arrived earlier.
        if g_application_command_line_get_is_remote(commandLine) != 0, signals?.hasArrived == true {
            return Self.endingStatus
        }
        var count: Int32 = 0
        let list = g_application_command_line_get_arguments(commandLine, &count)
        defer { g_strfreev(list) }
        let arguments = (0..<Int(count)).compactMap { list?[$0].map { String(cString: $0) } }
        onCommandLine?(application.pointer, Array(arguments.dropFirst()))
        return 0
    }
}
