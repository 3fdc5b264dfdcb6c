import Foundation
import SystemPackage

#if os(Linux)
    import CFileOwner
    // The compiler attributes the members of `stat` to whichever of these modules it reads first.
    import CDispatch
    import CNIOLinux
#endif

/// Lets an administrator's command work as the owner of a folder that belongs to another user.
///
/// The owner may have planted links in the folder. Working as the owner, the command can read, change and create only
/// files that the owner could, and the server can read the files that the command writes.
enum FolderOwner {
    /// Runs blocking work on the current thread, as the owner of a folder if an administrator runs it.
    /// - Parameter folder: The folder. If it doesn't exist, its nearest existing ancestor determines the owner.
    static func acting<Value, WorkError: Error>(
        in folder: FilePath, _ work: () throws(WorkError) -> Value, orThrow wrap: (FileError) -> WorkError
    ) throws(WorkError) -> Value {
        #if os(Linux)
            // Switches only away from root. Nested calls never switch back, because the owner could swap the folder for
            // one of root's.
            guard geteuid() == 0, setfsuid(.max) == 0 else { return try work() }
            let owner: stat
            do throws(FileError) {
                owner = try Self.owner(of: folder)
            } catch {
                throw wrap(error)
            }
            guard owner.st_uid != 0 else { return try work() }
            let group = setfsgid(owner.st_gid)
            setfsuid(owner.st_uid)
            defer {
                setfsuid(0)
                setfsgid(gid_t(bitPattern: group))
            }
            // Both functions return the previous id, even if they fail.
            guard uid_t(bitPattern: setfsuid(.max)) == owner.st_uid, gid_t(bitPattern: setfsgid(.max)) == owner.st_gid
            else {
                throw wrap(.system(.notPermitted))
            }
        #endif
        return try work()
    }

    private static func owner(of folder: FilePath) throws(FileError) -> stat {
        var path = folder.isAbsolute ? folder : FilePath(FileManager.default.currentDirectoryPath).pushing(folder)
        while true {
            do throws(FileError) {
                return try FileError.wrapping { try path.stat().rawValue }
            } catch .system(.noSuchFileOrDirectory) where path.removeLastComponent() {
                continue
            }
        }
    }
}
