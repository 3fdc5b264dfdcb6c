import Foundation
import SystemPackage

#if os(Linux)
    // The compiler attributes the members of C's structures to whichever of these modules it reads first.
    import CDispatch
    import CNIOLinux
#endif

/// Distinguishes a folder from a later one at the same path.
struct FolderIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

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
