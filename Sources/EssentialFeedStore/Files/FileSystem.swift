import Foundation
import SystemPackage

/// A file's identity, which distinguishes it from a later file of the same name while one of them is open.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}

/// The system calls that the store needs, with explicit modes, close-on-exec, and errors that name the file.
///
/// They go through swift-system, except for calls that it lacks: `mkdir`, `rmdir`, `chmod`, `fchmod`, `rename`,
/// `unlink`, `access` and `utimensat`.
enum FileSystem {
    static let folderMode: mode_t = 0o700
    static let fileMode: mode_t = 0o600
    private static let absent: [Errno] = [.noSuchFileOrDirectory, .notDirectory]

    // MARK: Folders

    /// Creates the folder with mode 0700 unless its name is already taken.
    /// - Returns: `true` if the folder was created.
    @discardableResult
    static func createFolder(_ path: String) throws -> Bool {
        try call("mkdir", path, tolerating: [.fileExists]) { mkdir(path, folderMode) }
    }

    /// Removes the folder if it is empty.
    /// - Returns: `true` if the folder no longer exists.
    static func removeEmptyFolder(_ path: String) throws -> Bool {
        do {
            return try call("rmdir", path, tolerating: [.directoryNotEmpty, .fileExists]) { rmdir(path) }
        } catch let error as FileSystemError where absent.contains(error.errno) {
            return true
        }
    }

    /// Returns the names in the folder; none if the folder doesn't exist.
    static func names(in path: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            return []
        } catch let error as CocoaError {
            let errno = (error.underlying as? POSIXError).map { Errno(rawValue: $0.code.rawValue) } ?? .ioError
            throw FileSystemError(errno: errno, operation: "list", path: path)
        }
    }

    // MARK: What is known about a file

    /// Returns the status of the file, or `nil` if the file doesn't exist.
    static func status(_ path: String) throws -> stat? {
        do {
            return try Stat(path).rawValue
        } catch let error {
            guard absent.contains(error) else { throw FileSystemError(errno: error, operation: "stat", path: path) }
            return nil
        }
    }

    /// Returns the identity of the file, or `nil` if the file doesn't exist.
    static func identity(_ path: String) throws -> FileIdentity? {
        try status(path).map(FileIdentity.init)
    }

    /// Returns `true` if it is certain that the file doesn't exist.
    static func isAbsent(_ path: String) -> Bool {
        access(path, F_OK) != 0 && absent.contains(Errno(rawValue: errno))
    }

    /// Sets the mode if it differs, which also restores bits removed by an unusual umask.
    static func ensureMode(_ mode: mode_t, of path: String) throws {
        guard let status = try status(path), status.st_mode & 0o777 != mode else { return }
        try call("chmod", path) { chmod(path, mode) }
    }

    /// Sets the access and modification times. If that fails, the file keeps its old times.
    static func setTimes(_ date: Date, of path: String) {
        let time = timespec(tv_sec: Int(date.timeIntervalSince1970.rounded()), tv_nsec: 0)
        _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
    }

    // MARK: Files

    /// Opens a file close-on-exec; new files get mode 0600.
    static func open(
        _ path: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions
    ) throws -> FileDescriptor {
        try naming("open", path) {
            try FileDescriptor.open(
                path, mode, options: options.union(.closeOnExec), permissions: FilePermissions(rawValue: fileMode))
        }
    }

    /// Writes a file with mode 0600, replacing any existing file. If writing fails, the file is removed.
    static func write(_ data: Data, to path: String) throws {
        let file = try open(path, .writeOnly, [.create, .truncate])
        do {
            try naming("write", path) {
                try file.closeAfter {
                    guard fchmod(file.rawValue, fileMode) == 0 else { throw Errno(rawValue: errno) }
                    _ = try data.withUnsafeBytes { try file.writeAll($0) }
                }
            }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Returns the bytes of the file, or `nil` if the file doesn't exist or isn't `byteCount` bytes long.
    static func read(_ path: String, byteCount: Int) throws -> Data? {
        try naming("read", path) {
            let file: FileDescriptor
            do {
                file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
            } catch Errno.noSuchFileOrDirectory {
                return nil
            }
            return try file.closeAfter {
                guard try Stat(file).size == byteCount else { return nil }
                return try read(file, byteCount: byteCount)
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

    /// Renames the file, replacing any file at the destination.
    static func rename(_ source: String, to destination: String) throws {
        try call("rename", destination) { Foundation.rename(source, destination) }
    }

    /// Removes the file if it exists.
    static func remove(_ path: String) throws {
        try call("unlink", path, tolerating: absent) { unlink(path) }
    }

    // MARK: Errors

    /// Runs the work and adds the operation and path to its system errors.
    static func naming<Value>(_ operation: String, _ path: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as Errno {
            throw FileSystemError(errno: error, operation: operation, path: path)
        }
    }

    /// Makes a system call that returns 0 on success.
    /// - Returns: `false` if the call failed with one of the tolerated errors.
    @discardableResult
    private static func call(
        _ operation: String, _ path: String, tolerating tolerated: [Errno] = [], _ call: () -> Int32
    ) throws -> Bool {
        if call() == 0 { return true }
        let error = Errno(rawValue: errno)
        guard tolerated.contains(error) else { throw FileSystemError(errno: error, operation: operation, path: path) }
        return false
    }
}
