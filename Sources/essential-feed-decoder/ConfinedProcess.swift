import CConfinement
import DecoderProcess
import Glibc

/// This process in its kernel sandbox.
struct ConfinedProcess {
    /// The memory, in bytes, that libraries may use beyond an image's estimate: caches for later images and thread
    /// stacks.
    private static let spareBytes = 192 << 20

    private(set) var confinement: Confinement = []

    /// Drops everything inherited from the parent process except the socket.
    /// - Returns: `nil` if the parent process has ended.
    init?(parent: pid_t, socket: Int32) {
        guard confinement_end_with(parent) != 0 else { return nil }
        confinement_close_from(socket + 1)
        confinement = .endsWithParent
    }

    /// Gives up everything not needed for decoding. Skips features missing in the kernel.
    mutating func confine(budget: Int) {
        if confinement_limit(budget + Self.spareBytes) != 0 { confinement.insert(.memory) }
        guard confinement_drop_privileges() != 0 else { return }
        confinement.insert(.noNewPrivileges)
        if confinement_deny_files() != 0 { confinement.insert(.files) }
        if confinement_filter_system_calls() != 0 { confinement.insert(.systemCalls) }
    }

    /// Limits the memory for one image.
    /// - Parameter bytes: The memory for the image, including its encoded data and its result.
    func limitMemory(to bytes: Int) { confinement_limit_until_next(bytes + Self.spareBytes) }
}
