import Foundation

/// A system call on a file that failed.
struct FileSystemError: Error {
    /// The value of `errno`.
    let code: Int32
    let operation: String
    let path: String
}

/// What sets a file apart from another one of its name, as long as one of them is open.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let inode: ino_t

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
    }
}

/// The few system calls that the store needs: with explicit modes, close-on-exec, and `errno` kept.
enum FileSystem {
    static let folderMode: mode_t = 0o700
    static let fileMode: mode_t = 0o600

    /// Creates the folder with mode 0700 where there is none.
    /// - Returns: whether it was created.
    @discardableResult
    static func createFolder(_ path: String) throws -> Bool {
        if mkdir(path, folderMode) == 0 { return true }
        guard errno == EEXIST else { throw failure("mkdir", path) }
        return false
    }

    /// Sets the mode where it is another, which includes bits that an unusual umask has taken away.
    static func ensureMode(_ mode: mode_t, of path: String) throws {
        guard let status = try status(path), status.st_mode & 0o777 != mode else { return }
        guard chmod(path, mode) == 0 else { throw failure("chmod", path) }
    }

    /// `nil`: there is no such file.
    static func status(_ path: String) throws -> stat? {
        var status = stat()
        if stat(path, &status) == 0 { return status }
        guard errno == ENOENT || errno == ENOTDIR else { throw failure("stat", path) }
        return nil
    }

    /// `nil`: there is no such file.
    static func identity(_ path: String) throws -> FileIdentity? {
        try status(path).map(FileIdentity.init)
    }

    /// Whether it is certain that there is no such file.
    static func isAbsent(_ path: String) -> Bool {
        access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// Opens a file close-on-exec, new ones with mode 0600.
    static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = retryingInterrupts { Foundation.open(path, flags | O_CLOEXEC, fileMode) }
        guard descriptor >= 0 else { throw failure("open", path) }
        return descriptor
    }

    /// Writes a file of mode 0600, taking the place of any that is there. What a failure leaves is removed.
    static func write(_ data: Data, to path: String) throws {
        let descriptor = try open(path, O_WRONLY | O_CREAT | O_TRUNC)
        do {
            do {
                guard fchmod(descriptor, fileMode) == 0 else { throw failure("chmod", path) }
                try data.withUnsafeBytes { try write($0, to: descriptor, path) }
            } catch {
                Foundation.close(descriptor)
                throw error
            }
            guard Foundation.close(descriptor) == 0 else { throw failure("close", path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Writes all of it where the descriptor stands.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = retryingInterrupts { Foundation.write(descriptor, rest.baseAddress, rest.count) }
            guard count >= 0 else { throw failure("write", path) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    /// The bytes of the file, or `nil` when there is no such file or its length is not `byteCount`.
    static func read(_ path: String, byteCount: Int) throws -> Data? {
        let descriptor = retryingInterrupts { Foundation.open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure("open", path) }
            return nil
        }
        defer { Foundation.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("stat", path) }
        guard Int(status.st_size) == byteCount else { return nil }
        guard byteCount > 0 else { return Data() }
        // Not filled with zeros before.
        guard let memory = malloc(byteCount) else { throw failure("malloc", path) }
        var filled = 0
        while filled < byteCount {
            let count = retryingInterrupts { Foundation.read(descriptor, memory + filled, byteCount - filled) }
            guard count > 0 else {
                let error = failure("read", path)
                free(memory)
                if count < 0 { throw error }
                return nil
            }
            filled += count
        }
        // Only now: a few bytes are copied, and their memory is free from then on.
        return Data(bytesNoCopy: memory, count: byteCount, deallocator: .free)
    }

    static func rename(_ source: String, to destination: String) throws {
        guard Foundation.rename(source, destination) == 0 else { throw failure("rename", destination) }
    }

    /// Removes the folder, unless something is in it.
    /// - Returns: whether there is none any more.
    static func removeEmptyFolder(_ path: String) throws -> Bool {
        if rmdir(path) == 0 || errno == ENOENT || errno == ENOTDIR { return true }
        guard errno == ENOTEMPTY || errno == EEXIST else { throw failure("rmdir", path) }
        return false
    }

    /// Removes the file; that there is none is no error.
    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw failure("unlink", path) }
    }

    /// The names in the folder; none when there is no such folder.
    static func names(in path: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            return []
        } catch let error as CocoaError {
            let code = (error.underlying as? POSIXError)?.code.rawValue ?? EIO
            throw FileSystemError(code: code, operation: "list", path: path)
        }
    }

    private static func failure(_ operation: String, _ path: String) -> FileSystemError {
        FileSystemError(code: errno, operation: operation, path: path)
    }

    private static func retryingInterrupts<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }
}
