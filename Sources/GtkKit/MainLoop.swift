import CAdwaita
import CGtkKit
import Dispatch

/// GLib's main loop, which runs the jobs of `@MainActor`.
///
/// An event source of the default main context drains libdispatch's main queue without polling. The program's `main`
/// must be synchronous: after an `await` in it, libdispatch would take over the main thread.
package enum MainLoop {
    /// Attaches the main actor to the loop. Call this once on the main thread, before any other method.
    package static func attach() { gtkkit_main_queue_attach() }

    /// Runs the loop until a job of the main actor has run. Returns whether that happened within the time limit.
    ///
    /// If the loop runs no jobs, a window stays empty forever, so programs check this before they open a window.
    package static func isAlive(within limit: Duration = .seconds(1)) -> Bool {
        let ran = Flag()
        Task { ran.isSet = true }
        let deadline = ContinuousClock.now + limit
        let wake = g_timeout_add(10, { _ in gboolean(1) }, nil)
        defer { g_source_remove(wake) }
        while !ran.isSet, ContinuousClock.now < deadline {
            g_main_context_iteration(nil, gboolean(1))
        }
        return ran.isSet
    }

    /// Runs the loop until the work has ended.
    ///
    /// Use this before or after an application runs. Never call it in a job of the main actor, because jobs don't nest.
    package static func wait(for work: @escaping @MainActor () async -> Void) {
        let ended = Flag()
        Task {
            await work()
            ended.isSet = true
        }
        while !ended.isSet { g_main_context_iteration(nil, gboolean(1)) }
    }

    /// Runs the work once, after the next layout and drawing, when the screen's content has settled.
    package static func afterLayout(_ work: @escaping @MainActor () -> Void) {
        // Drawing has priority 120; higher numbers run later.
        g_idle_add_full(
            130,
            { context in
                Callback<Void>.run(context, ())
                return gboolean(0)
            }, Callback(work).pointer, release)
    }

    private final class Flag {
        var isSet = false
    }
}

/// Reports the time of each frame that a widget's window draws, while ``isOn`` is set.
package final class FrameTimes {
    private let widget: Widget
    private let onFrame: (Duration) -> Void
    private var callback: guint = 0

    /// The widget must be in a window while ``isOn`` is set. The times are relative to an arbitrary start.
    package init(of widget: Widget, onFrame: @escaping (Duration) -> Void) {
        self.widget = widget
        self.onFrame = onFrame
    }

    /// Whether times are reported. If so, the window draws at the display's refresh rate.
    package var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            guard isOn else { return gtk_widget_remove_tick_callback(widget.pointer, callback) }
            let handler = Callback<Duration> { [weak self] in self?.onFrame($0) }
            callback = gtk_widget_add_tick_callback(
                widget.pointer,
                { _, clock, handler in
                    Callback<Duration>.run(handler, .microseconds(gdk_frame_clock_get_frame_time(clock)))
                    return gboolean(1)
                }, handler.pointer, release)
        }
    }
}
