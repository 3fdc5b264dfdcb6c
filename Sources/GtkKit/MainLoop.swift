import CGtkKit
import Dispatch

/// GLib's main loop, which runs the jobs of `@MainActor`.
///
/// An event source of the default main context drains libdispatch's main queue; nothing polls. The program's `main` must be
/// plain and synchronous: after an `await` there, libdispatch would take the main thread away.
public enum MainLoop {
    /// Attaches the main actor to the loop. Call this once, on the main thread, before anything else here.
    public static func attach() {
        gtkkit_main_queue_attach()
    }

    /// Runs the loop until a job of the main actor has run, and returns whether one has within the time.
    ///
    /// If the loop runs no jobs, a window stays empty for ever, so a program checks this before it opens one.
    public static func isAlive(within limit: Duration = .seconds(1)) -> Bool {
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
    /// For use before and after an application runs. Never call this in a job of the main actor: jobs don't nest.
    public static func wait(for work: @escaping @MainActor () async -> Void) {
        let ended = Flag()
        Task {
            await work()
            ended.isSet = true
        }
        while !ended.isSet { g_main_context_iteration(nil, gboolean(1)) }
    }

    /// Runs the work once, after the next layout and drawing, when the screen's content is settled.
    public static func afterLayout(_ work: @escaping @MainActor () -> Void) {
        let box = Unmanaged.passRetained(Work(work)).toOpaque()
        // Drawing has priority 120; larger numbers run later.
        g_idle_add_full(
            130,
            { box in
                let box = UInt(bitPattern: box)
                MainActor.assumeIsolated {
                    guard let box = UnsafeRawPointer(bitPattern: box) else { return }
                    Unmanaged<Work>.fromOpaque(box).takeUnretainedValue().run()
                }
                return gboolean(0)
            }, box,
            { box in
                guard let box else { return }
                Unmanaged<Work>.fromOpaque(box).release()
            })
    }

    /// Returns the longest time that jobs of the main actor have taken in one turn of the loop since the last call.
    public static func takeLongestDrain() -> Duration { .microseconds(gtkkit_main_queue_take_longest_drain()) }

    private final class Work {
        let run: @MainActor () -> Void

        init(_ run: @escaping @MainActor () -> Void) {
            self.run = run
        }
    }

    private final class Flag {
        var isSet = false
    }
}
