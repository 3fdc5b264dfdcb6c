import Foundation

#if os(Linux)
    // The members of `stat` count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// A regular file, open for reading. Every call blocks; the descriptor is closed with the last reference.
final class OpenFile: Sendable {
    private let descriptor: Int32
    /// The file's state when it was opened.
    let stamp: FileStamp

    /// - Throws: a ``FileError``, also for what is no regular file. A link at the end of the path is not followed.
    init(path: [UInt8]) throws(FileError) {
        descriptor = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else { throw .last() }
        do {
            stamp = try Self.stamp(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    var count: Int { Int(stamp.size) }

    /// Blocks until a change of the file from now on gives it another stamp: the system's clock for files stands still
    /// within a tick.
    func waitUntilSettled() {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = stamp.changed.elapsed(until: FileStamp.Time(now))
        guard age >= .zero, age < Self.longestTick else { return }
        usleep(UInt32((Self.longestTick - age) / .microseconds(1)))
    }

    /// The longest that the system's clock for files stands still.
    private static let longestTick = Duration.milliseconds(20)

    /// - Throws: ``FileError/changed`` when the file is no longer as it was opened.
    func checkUnchanged() throws(FileError) {
        guard try Self.stamp(of: descriptor) == stamp else { throw .changed }
    }

    /// Fills the buffer from the offset on and returns how many bytes there were.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        guard let start = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = pread(descriptor, start + filled, buffer.count - filled, off_t(offset + filled))
            if count < 0 {
                if errno == EINTR { continue }
                throw .last()
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    func bytes(at offset: Int, count: Int) throws(FileError) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            do throws(FileError) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes.count == count ? bytes : nil
    }

    private static func stamp(of descriptor: Int32) throws(FileError) -> FileStamp {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(code: EINVAL) }
        return FileStamp(status)
    }
}

extension [UInt8] {
    /// Calls the closure with the bytes as a path of the file system's.
    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (self.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a path ends with a zero") }
            return body(start)
        }
    }
}
