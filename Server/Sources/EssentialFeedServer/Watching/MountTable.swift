import Foundation
import SystemPackage

/// The file systems in a folder: the folder's own, and those mounted below it.
struct MountTable: Hashable, Sendable {
    static let path = "/proc/self/mountinfo"

    struct Mount: Hashable, Sendable {
        /// Distinguishes the mount from another one at the same path.
        let id: [UInt8]
        /// The type of the file system, such as `ext4` or `fuse.sshfs`.
        let type: String
    }

    private(set) var mounts: [FolderPath: Mount] = [:]

    /// Reads the table of the system. It is empty if the system has none; blocks.
    init(of root: FilePath) {
        do {
            self.init([UInt8](try Data(contentsOf: URL(filePath: Self.path))), root: root)
        } catch {
            // Without /proc, mounts are unknown.
            self.init([], root: root)
        }
    }

    init(_ text: [UInt8], root: FilePath) {
        var depth = -1
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 4, let separator = fields.firstIndex(where: { $0.elementsEqual("-".utf8) }),
                separator + 1 < fields.count
            else { continue }
            let mount = Mount(
                id: Array(fields[..<4].joined(separator: [UInt8(ascii: " ")])),
                type: String(decoding: fields[separator + 1], as: UTF8.self))
            let place = FilePath(bytes: Self.unescaped(fields[4]))
            var below = place
            // Of several mounts at one path, the last is on top.
            if below.removePrefix(root), !below.isEmpty {
                mounts[FolderPath(bytes: below.bytes)] = mount
            } else if root.starts(with: place), place.components.count >= depth {
                depth = place.components.count
                // The layers of a container's own files don't change.
                mounts[.root] = depth == 0 && mount.type == "overlay" ? nil : mount
            }
        }
    }

    /// Returns the folders below the root whose file system differs from that in another table.
    func changes(since old: MountTable) -> Set<FolderPath> {
        Set(mounts.keys).union(old.mounts.keys).filter { $0 != .root && mounts[$0] != old.mounts[$0] }
    }

    /// The places of file systems that others may change without a report to this machine.
    var unwatched: [(path: FolderPath, type: String)] {
        mounts.filter { Self.unwatchedTypes.contains($1.type) || $1.type.hasPrefix("fuse.") }
            .map { ($0, $1.type) }.sorted { $0.0 < $1.0 }
    }

    private static let unwatchedTypes: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "coda", "ceph", "lustre", "gfs2", "ocfs2", "orangefs",
        "9p", "virtiofs", "vboxsf", "prl_fs", "vmhgfs", "overlay", "aufs", "fuse",
    ]

    /// Returns a path with its escapes, such as `\040` for a space, replaced.
    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(3), as: UTF8.self)
            if byte == UInt8(ascii: "\\"), digits.count == 3, let value = UInt8(digits, radix: 8) {
                result.append(value)
                rest.removeFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
