import Foundation
import SystemPackage

#if os(Linux)
    // The compiler attributes the members of C's structures to whichever of these modules it reads first.
    import CDispatch
    import CNIOLinux
#endif

/// Tells a folder from another one that takes its place.
struct FolderIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// - Returns: `nil` if there is no folder at the path.
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
