package import Foundation
package import SystemPackage

extension Errno {
    /// Whether the disk or a quota is exhausted; removing files then makes room.
    package var isDiskFull: Bool { [.noSpace, .diskQuotaExceeded].contains(self) }
}

package struct FileStatus: Hashable, Sendable {
    package let identity: FileIdentity
    package let byteCount: Int
    /// The file's type and permissions, as `st_mode`.
    package let mode: mode_t
    package let modificationDate: Date

    init(_ status: Stat) {
        identity = FileIdentity(status)
        byteCount = Int(status.size)
        mode = status.rawValue.st_mode
        let time = status.st_mtim
        modificationDate = Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

/// System calls with explicit modes, close-on-exec, and errors that name the file.
///
/// They use swift-system, except for the missing calls `mkdir`, `rmdir`, `chmod`, `rename`, `unlink`, `access` and
/// `utimensat`. FileManager lists folders.
package enum FileSystem {
    package static let folderMode = FilePermissions.ownerReadWriteExecute
    package static let fileMode = FilePermissions.ownerReadWrite
    private static let absent: [Errno] = [.noSuchFileOrDirectory, .notDirectory]

    // MARK: Folders

    /// Creates the folder with mode 0700 unless its name is already taken.
    /// - Returns: `true` if the folder was created.
    @discardableResult
    package static func createFolder(_ path: String) throws(FileSystemError) -> Bool {
        try call("mkdir", path, tolerating: [.fileExists]) { mkdir(path, folderMode.rawValue) }
    }

    /// Creates the folder and its missing parents with mode 0700.
    package static func createFolders(_ path: String) throws(FileSystemError) {
        var parent = ""
        for component in path.split(separator: "/") {
            parent += (parent.isEmpty && !path.hasPrefix("/") ? "" : "/") + component
            if try status(parent) == nil { try createFolder(parent) }
        }
        // A file or a dangling link may have the name.
        guard let status = try status(path), status.mode & S_IFMT == S_IFDIR else {
            throw FileSystemError(errno: .notDirectory, operation: "mkdir", path: path)
        }
    }

    /// Removes the folder if it is empty.
    /// - Returns: `true` if the folder no longer exists.
    @discardableResult
    package static func removeEmptyFolder(_ path: String) throws(FileSystemError) -> Bool {
        do throws(FileSystemError) {
            return try call("rmdir", path, tolerating: [.directoryNotEmpty, .fileExists]) { rmdir(path) }
        } catch {
            guard absent.contains(error.errno) else { throw error }
            return true
        }
    }

    /// Returns the names in the folder; none if the folder doesn't exist.
    package static func names(in path: String) throws(FileSystemError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            return []
        } catch {
            let underlying = (error as? CocoaError)?.underlying as? POSIXError
            let errno = underlying.map { Errno(rawValue: $0.code.rawValue) } ?? .ioError
            throw FileSystemError(errno: errno, operation: "list", path: path)
        }
    }

    // MARK: Attributes

    /// Returns the status of the file, or `nil` if the file doesn't exist.
    package static func status(_ path: String, followsLinks: Bool = true) throws(FileSystemError) -> FileStatus? {
        do {
            return FileStatus(try Stat(path, followTargetSymlink: followsLinks))
        } catch {
            guard absent.contains(error) else { throw FileSystemError(errno: error, operation: "stat", path: path) }
            return nil
        }
    }

    package static func byteCount(_ path: String) throws(FileSystemError) -> Int {
        try status(path)?.byteCount ?? 0
    }

    package static func identity(_ path: String) throws(FileSystemError) -> FileIdentity? {
        try status(path)?.identity
    }

    /// Returns `true` if the file certainly doesn't exist.
    package static func isAbsent(_ path: String) -> Bool {
        access(path, F_OK) != 0 && absent.contains(Errno(rawValue: errno))
    }

    /// Throws `tooManySymbolicLinkLevels` if the path is a link.
    package static func refuseLink(_ path: String) throws(FileSystemError) {
        guard let status = try status(path, followsLinks: false), status.mode & S_IFMT == S_IFLNK else { return }
        throw FileSystemError(errno: .tooManySymbolicLinkLevels, operation: "open", path: path)
    }

    /// Sets the mode if it differs, which also restores bits removed by an unusual umask.
    package static func ensureMode(_ mode: FilePermissions, of path: String) throws(FileSystemError) {
        guard let status = try status(path), status.mode & 0o777 != mode.rawValue else { return }
        try call("chmod", path) { chmod(path, mode.rawValue) }
    }

    /// Sets the access and modification times. If that fails, the file keeps its old times.
    package static func setTimes(_ date: Date, of path: String) {
        let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded(.down)), tv_nsec: 0)
        _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
    }

    // MARK: Files

    /// Opens a file close-on-exec; new files get mode 0600.
    package static func open(
        _ path: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
    ) throws(FileSystemError) -> FileDescriptor {
        try naming("open", path) {
            try FileDescriptor.open(path, mode, options: options.union(.closeOnExec), permissions: fileMode)
        }
    }

    /// Returns the bytes of the file, or `nil` if the file doesn't exist or its size isn't accepted.
    package static func read(_ path: String, accepts: (Int) -> Bool) throws(FileSystemError) -> Data? {
        try naming("read", path) {
            let file: FileDescriptor
            do {
                file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            } catch let error as Errno where absent.contains(error) {
                return nil
            }
            return try file.closeAfter {
                let size = Int(try Stat(file).size)
                return accepts(size) ? try read(file, byteCount: size) : nil
            }
        }
    }

    /// Reads into memory that isn't zeroed first, because zeroing takes as long as reading.
    private static func read(_ file: FileDescriptor, byteCount: Int) throws -> Data? {
        guard byteCount > 0 else { return Data() }
        guard let memory = malloc(byteCount) else { throw Errno.noMemory }
        var filled = 0
        do {
            while filled < byteCount {
                let rest = UnsafeMutableRawBufferPointer(start: memory + filled, count: byteCount - filled)
                let count = try file.read(into: rest)
                if count == 0 { break }
                filled += count
            }
        } catch {
            free(memory)
            throw error
        }
        guard filled == byteCount else {
            free(memory)
            return nil
        }
        // `Data` is created after reading, because it copies small contents and frees the memory at once.
        return Data(bytesNoCopy: memory, count: byteCount, deallocator: .free)
    }

    package static func rename(_ source: String, to destination: String) throws(FileSystemError) {
        try call("rename", "\(source) to \(destination)") { Foundation.rename(source, destination) }
    }

    package static func remove(_ path: String) throws(FileSystemError) {
        try call("unlink", path, tolerating: absent) { unlink(path) }
    }

    // MARK: Errors

    static func naming<Value>(
        _ operation: String, _ path: String, _ work: () throws -> Value
    ) throws(FileSystemError) -> Value {
        do {
            return try work()
        } catch {
            throw FileSystemError(errno: error as? Errno ?? .ioError, operation: operation, path: path)
        }
    }

    /// Makes a system call that returns 0 on success.
    /// - Returns: `false` if the call failed with one of the tolerated errors.
    @discardableResult
    private static func call(
        _ operation: String, _ path: String, tolerating tolerated: [Errno] = [], _ call: () -> Int32
    ) throws(FileSystemError) -> Bool {
        if call() == 0 { return true }
        let error = Errno(rawValue: errno)
        guard tolerated.contains(error) else { throw FileSystemError(errno: error, operation: operation, path: path) }
        return false
    }
}

/// A file's identity, which distinguishes it from a later file of the same name while one of them is open.
package struct FileIdentity: Hashable, Sendable {
    private let device: DeviceID
    private let inode: Inode

    init(_ status: Stat) { (device, inode) = (status.deviceID, status.inode) }
}
