// The compiler attributes the members of `timespec` to the first of these modules that it reads.
import CDispatch
import CNIOLinux
import Foundation
import SystemPackage

/// A regular file that is open for reading.
///
/// All calls block. The descriptor is closed with the last reference.
final class OpenFile: Sendable {
    /// The longest interval between two ticks of the kernel's file timestamp clock.
    private static let longestTick = Duration.milliseconds(20)

    private let descriptor: FileDescriptor
    let stamp: FileStamp

    /// Opens a file without following a symbolic link at the end of its path.
    /// - Throws: ``FileError``, including for anything other than a regular file.
    convenience init(path: FilePath) throws(FileError) {
        try self.init(
            try FileError.wrapping {
                try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
            })
    }

    /// Opens a file in a folder without following any symbolic link below the folder, except one to a file of git-annex in
    /// the folder.
    /// - Throws: ``FileError``, including for anything other than a regular file.
    convenience init(_ path: FolderPath, in root: FilePath) throws(FileError) {
        let descriptor: FileDescriptor
        do {
            descriptor = try Self.open(path, in: root)
        } catch .system(.tooManySymbolicLinkLevels) {
            guard case .inside(let target) = LinkTarget(of: path, in: root), target.isInAnnex else {
                throw .system(.tooManySymbolicLinkLevels)
            }
            descriptor = try Self.open(target, in: root)
        }
        try self.init(descriptor)
    }

    private static func open(_ path: FolderPath, in root: FilePath) throws(FileError) -> FileDescriptor {
        try path.inItsFolder(of: root) { (folder, name) throws(FileError) in
            let descriptor = name.withPlatformString {
                openat(folder.rawValue, $0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            }
            guard descriptor >= 0 else { throw .last() }
            return FileDescriptor(rawValue: descriptor)
        }
    }

    /// - Parameter descriptor: A descriptor that no one else closes.
    init(_ descriptor: FileDescriptor) throws(FileError) {
        self.descriptor = descriptor
        do throws(FileError) {
            stamp = try Self.stamp(of: descriptor)
        } catch {
            Self.close(descriptor)
            throw error
        }
    }

    deinit {
        Self.close(descriptor)
    }

    /// Returns the content without reading it into memory. No one may change the file, and it isn't empty.
    func mapped() throws(FileError) -> Data {
        guard let bytes = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0), bytes != MAP_FAILED else {
            throw .last()
        }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .unmap)
    }

    var count: Int { Int(stamp.size) }

    /// Blocks until any later change to the file is certain to change its stamp.
    ///
    /// Changes within one tick of the file timestamp clock get the same time.
    func waitUntilSettled() {
        // swift-system has no clocks.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = stamp.changed.elapsed(until: FileStamp.Time(now))
        guard age >= .zero, age < Self.longestTick else { return }
        usleep(UInt32((Self.longestTick - age) / .microseconds(1)))
    }

    func checkUnchanged() throws(FileError) {
        guard try Self.stamp(of: descriptor) == stamp else { throw .changed }
    }

    /// Fills the buffer with the bytes that start at the offset.
    /// - Returns: The number of bytes read, which is less than the buffer's size only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = try FileError.wrapping {
                try descriptor.read(
                    fromAbsoluteOffset: Int64(offset + filled),
                    into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Reads the whole file in chunks of one megabyte.
    /// - Parameter body: Receives each chunk and its offset.
    func readChunks(_ body: (UnsafeRawBufferPointer, _ offset: Int) -> Void) throws(FileError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try read(into: buffer, at: offset)
            if count == 0 { return }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]), offset)
            offset += count
        }
    }

    /// Reads the whole file into memory that the system has back as soon as the data is released.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file has become shorter.
    func data() throws(FileError) -> Data {
        guard count > 0 else { return Data() }
        let access = PROT_READ | PROT_WRITE
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE
        guard let bytes = mmap(nil, count, access, flags, -1, 0), bytes != MAP_FAILED else {
            throw .last()
        }
        do throws(FileError) {
            guard try read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count), at: 0) == count else {
                throw .changed
            }
        } catch {
            munmap(bytes, count)
            throw error
        }
        // Not before: data of up to 14 bytes copies them, and unmaps at once.
        return Data(bytesNoCopy: bytes, count: count, deallocator: .unmap)
    }

    /// - Throws: ``FileError``; ``FileError/changed`` if the file has become shorter.
    func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= count else { throw .changed }
        var error: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
            do throws(FileError) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
            } catch let readError {
                error = readError
            }
        }
        if let error { throw error }
        guard bytes.count == range.count else { throw .changed }
        return bytes
    }

    private static func stamp(of descriptor: FileDescriptor) throws(FileError) -> FileStamp {
        let status = try FileError.wrapping { try descriptor.stat() }
        guard status.type == .regular else { throw .system(.invalidArgument) }
        return FileStamp(status)
    }

    private static func close(_ descriptor: FileDescriptor) {
        do {
            try descriptor.close()
        } catch {
            // The descriptor is closed even after an error, and the file was only read.
        }
    }
}
