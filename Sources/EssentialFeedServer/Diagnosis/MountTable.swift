import Foundation
import SystemPackage

#if os(Linux)
    // The compiler attributes the members of `stat` to whichever of these modules it reads first.
    import CDispatch
    import CNIOLinux
#endif

/// The file systems that are mounted, by the numbers of their devices.
struct MountTable {
    /// File systems whose files other machines, or other programs beside the mount, may change.
    private static let shared: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "vboxsf", "vmhgfs", "afs", "ceph", "lustre", "ncpfs",
    ]

    private var kinds: [String: String] = [:]

    /// - Parameter text: The table as Linux writes it to `/proc/self/mountinfo`.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, let separator = fields.firstIndex(of: "-"), separator + 1 < fields.count else {
                continue
            }
            kinds[String(fields[2])] = String(fields[separator + 1])
        }
    }

    /// Returns the kind of the file system that a path is in, or `nil` if it isn't known.
    func kind(of path: FilePath) -> String? {
        do throws(Errno) {
            let device = UInt64(try path.stat().rawValue.st_dev)
            return kinds[Self.text(of: device)]
        } catch {
            return nil
        }
    }

    static func isShared(_ kind: String) -> Bool {
        shared.contains(kind) || kind.hasPrefix("fuse.")
    }

    /// Returns a device's numbers as the table writes them.
    static func text(of device: UInt64) -> String {
        let major = device >> 32 & 0xFFFF_F000 | device >> 8 & 0xFFF
        let minor = device >> 12 & 0xFFFF_FF00 | device & 0xFF
        return "\(major):\(minor)"
    }
}
