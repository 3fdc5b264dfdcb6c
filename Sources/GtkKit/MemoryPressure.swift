import CAdwaita
import CGtkKit
import Foundation

/// Observes memory shortages, using the kernel's pressure stall information and the desktop's memory monitor.
@MainActor public final class MemoryPressure {
    private let lasting: Duration
    private let onChange: (Bool) -> Void
    private var ending: Task<Void, Never>?
    private var descriptor: Int32 = -1
    private var watch: guint = 0

    /// Starts to observe.
    /// - Parameters:
    ///   - path: The kernel's memory pressure file. If the file can't be used, only the desktop's monitor is used.
    ///   - lasting: How long memory counts as short after the last sign.
    ///   - onChange: Called on the main actor with `true` when memory gets short, and with `false` when the shortage
    ///     ends.
    public init(
        stall path: String = "/proc/pressure/memory", lasting: Duration = .seconds(10),
        onChange: @escaping (Bool) -> Void
    ) {
        self.lasting = lasting
        self.onChange = onChange
        watchStalls(path)
        if let monitor = g_memory_monitor_dup_default() {
            Signal.connect(UnsafeMutableRawPointer(monitor), "low-memory-warning") { [weak self] _ in
                self?.receiveSign()
            }
            g_object_unref(UnsafeMutableRawPointer(monitor))
        }
    }

    isolated deinit {
        ending?.cancel()
        if watch != 0 { g_source_remove(watch) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watches for processes that had to wait for memory for 150 ms within 2 s.
    private func watchStalls(_ path: String) {
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let trigger = Array("some 150000 2000000\0".utf8)
        guard write(descriptor, trigger, trigger.count) == trigger.count else { return }
        let box = Unmanaged.passUnretained(self).toOpaque()
        watch = g_unix_fd_add(
            descriptor, G_IO_PRI,
            { _, _, box in
                let box = UInt(bitPattern: box)
                MainActor.assumeIsolated {
                    guard let box = UnsafeRawPointer(bitPattern: box) else { return }
                    Unmanaged<MemoryPressure>.fromOpaque(box).takeUnretainedValue().receiveSign()
                }
                return gboolean(1)
            }, box)
    }

    /// Handles a sign of a memory shortage.
    func receiveSign() {
        if ending == nil { onChange(true) }
        ending?.cancel()
        ending = Task { [weak self, lasting] in
            do {
                try await Task.sleep(for: lasting)
            } catch {
                // Another sign arrived, or the observer has ended.
                return
            }
            self?.ending = nil
            self?.onChange(false)
        }
    }
}
