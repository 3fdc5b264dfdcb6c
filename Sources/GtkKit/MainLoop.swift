import CGtkKit
import Dispatch

/// GLib's main loop as the place where `@MainActor` runs.
///
/// libdispatch's main queue is drained by an event source of the default main context; nothing polls. The program's
/// `main` must be plain and synchronous: after an `await` there, libdispatch would take the main thread away.
public enum MainLoop {
    /// To be called once, on the main thread, before anything else here.
    public static func attach() {
        gtkkit_main_queue_attach()
    }

    /// Whether a job that is given to the main actor is run by the loop within the time. A dead bridge would leave a
    /// window that shows nothing for ever, so a program asks before it opens one.
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

    /// Runs the loop until the work has ended. For before and after an application runs, never inside of a job of the
    /// main actor: those do not run inside of one another.
    public static func wait(for work: @escaping @MainActor () async -> Void) {
        let ended = Flag()
        Task {
            await work()
            ended.isSet = true
        }
        while !ended.isSet { g_main_context_iteration(nil, gboolean(1)) }
    }

    /// Runs the work once, after the next layout and drawing, when it is known what is on the screen.
    public static func afterLayout(_ work: @escaping @MainActor () -> Void) {
        let box = Unmanaged.passRetained(Work(work)).toOpaque()
        // Below the priority of drawing, which is 120.
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

    /// The longest turn in which jobs of the main actor were run in one go, since this was last asked.
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
