// As in `FileStamp`.
import CDispatch
import CNIOLinux
import Foundation
import SystemPackage

/// Distinguishes a folder from a later one at the same path.
struct FolderIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64

    init(device: UInt64, inode: UInt64) {
        (self.device, self.inode) = (device, inode)
    }

    /// - Returns: `nil` if the path isn't a folder.
    init?(_ path: FilePath) {
        do throws(Errno) {
            let status = try path.stat(followTargetSymlink: false)
            guard status.type == .directory else { return nil }
            device = UInt64(status.rawValue.st_dev)
            inode = UInt64(status.rawValue.st_ino)
        } catch {
            return nil
        }
    }
}
