import CAdwaita
import CGtkKit

package enum SystemMemory {
    /// Runs a closure on the main actor whenever the computer is short of memory, until the program ends. Requires
    /// low-memory-monitor, as desktops have it.
    package static func onShortage(_ action: @escaping () -> Void) {
        // Never released: signals arrive until the program ends.
        Signal.connect(UnsafeMutableRawPointer(g_memory_monitor_dup_default()), "low-memory-warning") { _ in action() }
    }

    /// Lets threads share freed memory. Call it before anything else.
    ///
    /// Without it, glibc keeps up to eight heaps for each processor, with gaps only some threads fill: with photos of
    /// all sizes, an app that uses 40 MB of heap grew by 3 MB a minute.
    package static func shareWhatIsFree() { gtkkit_share_free_memory() }

    /// Gives freed memory back to the system. It takes milliseconds.
    package static func giveBack() { gtkkit_give_memory_back() }
}
