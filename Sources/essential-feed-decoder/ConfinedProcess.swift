import CConfinement
import DecoderProcess
import Glibc

/// This process, as the kernel confines it.
struct ConfinedProcess {
    /// The memory, in bytes, that a library may take beyond an image's estimate: what it keeps for the next image, and the
    /// stacks of its threads.
    private static let spareBytes = 192 << 20

    private(set) var confinement: Confinement = []

    /// Leaves nothing of the process that started this one but a socket.
    /// - Returns: `nil` if that process has ended.
    init?(parent: pid_t, socket: Int32) {
        guard confinement_end_with(parent) != 0 else { return nil }
        confinement_close_from(socket + 1)
        confinement = .endsWithParent
    }

    /// Gives up everything that decoding doesn't need. What the kernel lacks is left out.
    mutating func confine(budget: Int) {
        if confinement_limit(budget + Self.spareBytes) != 0 { confinement.insert(.memory) }
        guard confinement_drop_privileges() != 0 else { return }
        confinement.insert(.noNewPrivileges)
        if confinement_deny_files() != 0 { confinement.insert(.files) }
        if confinement_filter_system_calls() != 0 { confinement.insert(.systemCalls) }
    }

    /// Limits the memory for one image.
    /// - Parameter bytes: What the image takes, with its encoded data and its result.
    func limitMemory(to bytes: Int) {
        confinement_limit_until_next(bytes + Self.spareBytes)
    }
}
