import Files
import Foundation
import NIOCore
import Synchronization
import SystemPackage

/// The files of smaller images, in a folder that may be deleted at any time.
///
/// Each file is a JPEG followed by the digest of its bytes: a damaged file is never served. If the folder exceeds its
/// maximum size, the least recently used files are removed. A killed server leaves at most the temporary file of one
/// image, which is removed together with the image.
final class SizeFiles: Sendable {
    private static let name = "sizes"
    private static let digestLength = 32
    private static let partSuffix = ".part"
    /// The end of file names. Its number changes with the look of images, to make earlier versions' images again.
    private static let suffix = ".2.jpg"
    /// The number of bytes to remove if there is no space for a small file of the state.
    private static let room = 1 << 20
    /// The disk space to keep free for other files, in bytes; at most a twentieth of the disk.
    private static let reserve = 200_000_000.0
    /// The approximate maximum size of one photo's images, in bytes.
    private static let photoBytes = 1_000_000
    /// The minimum number of seconds between two updates of a file's time of use.
    private static let timeInterval: TimeInterval = 3_600

    private let folder: FilePath
    private let maximumBytes: Int
    private let now: @Sendable () -> Date
    /// `nil` before the folder has been read.
    private let bytes = Mutex<Int?>(nil)

    init(in stateFolder: URL, maximumBytes: Int, now: @escaping @Sendable () -> Date) {
        folder = FilePath(stateFolder.path(percentEncoded: false)).appending(Self.name)
        self.maximumBytes = maximumBytes
        self.now = now
    }

    /// Removes the least recently used images in a state folder whose disk is full; blocks.
    /// - Returns: Whether an image was removed.
    static func makeRoom(in stateFolder: URL) -> Bool {
        let files = SizeFiles(in: stateFolder, maximumBytes: 0, now: { Date() })
        let count = total(files.entries())
        return files.removeOldest(keeping: max(0, count - room)) < count
    }

    var exists: Bool { FileManager.default.fileExists(atPath: folder.string) }

    /// Whether the folder or the disk is full; blocks.
    var isFull: Bool {
        guard hasRoom(for: Self.photoBytes) else { return true }
        return bytes.withLock { bytes in
            let count = bytes ?? Self.total(entries())
            bytes = count
            return count >= maximumBytes
        }
    }

    /// Returns an image, or `nil` if it doesn't exist or its file is damaged. Removes damaged files; blocks.
    func image(_ key: SizeKey) -> SizedImage? {
        let path = path(of: key)
        let content: Data
        do {
            content = try Data(contentsOf: URL(filePath: path.string))
        } catch {
            // The image hasn't been made, or must be made again.
            return nil
        }
        let data = content.dropLast(Self.digestLength)
        guard content.count > Self.digestLength, let digest = ContentDigest(bytes: content.suffix(Self.digestLength)),
            ContentDigest(of: data) == digest
        else {
            remove(path)
            return nil
        }
        noteUse(of: path)
        return SizedImage(ByteBuffer(bytes: data), digest)
    }

    /// Returns the length of an image, whose file may be damaged; `nil` if it doesn't exist. Blocks.
    func count(_ key: SizeKey) -> Int? {
        let size = Int(FileStamp(atEndOfLinks: path(of: key))?.size ?? 0)
        return size > Self.digestLength ? size - Self.digestLength : nil
    }

    /// Returns the file of an image, or `nil` if it doesn't exist or is damaged. Removes damaged files; blocks.
    func file(_ key: SizeKey) -> SizeFile? {
        guard let file = image(key) else { return nil }
        return SizeFile(path: path(of: key), count: file.bytes.readableBytes, entityTag: file.entityTag)
    }

    /// Writes an image; blocks. On a full disk, removes the least recently used images first.
    func write(_ data: Data, for key: SizeKey) throws(FileSystemError) {
        let content = data + ContentDigest(of: data).bytes
        do throws(FileSystemError) {
            try write(content, to: path(of: key))
        } catch {
            guard error.errno.isDiskFull else { throw error }
            bytes.withLock { bytes in
                let count = Self.total(entries())
                bytes = removeOldest(keeping: count - max(count / 10, content.count))
            }
            try write(content, to: path(of: key))
        }
        bytes.withLock { bytes in
            let count = bytes.map { $0 + content.count } ?? Self.total(entries())
            bytes = count > maximumBytes ? removeOldest(keeping: maximumBytes / 10 * 9) : count
        }
    }

    /// - Parameter version: The first version of the picture to keep.
    /// - Returns: The reason why one of these images may be left; `nil` if none is.
    @discardableResult
    func remove(_ photo: UUID, before version: Int = .max) -> FileError? {
        let folder = path(of: SizeKey(photo: photo, size: .small)).removingLastComponent()
        let names: [String]
        do throws(FileError) {
            names = try folder.namesInFolder()
        } catch {
            // Usually, no image was made.
            return FileSystem.isAbsent(folder.string) ? nil : error
        }
        var failure: FileError?
        let kept =
            version == .max ? [] : ServedSize.all.map { path(of: SizeKey(photo: photo, size: $0, version: version)) }
        for path in names.filter({ $0.contains(photo.uuidString) }).map({ folder.appending($0) })
        where !kept.contains(path) {
            if let error = remove(path) { failure = error }
        }
        return failure
    }

    private func write(_ content: Data, to path: FilePath) throws(FileSystemError) {
        try FileSystem.createFolders(path.removingLastComponent().string)
        guard hasRoom(for: content.count) else {
            throw FileSystemError(errno: .noSpace, operation: "write", path: path.string)
        }
        // No two sizes of a photo are made at a time, so only a killed server can have left the file.
        let part = FilePath(path.string + Self.partSuffix)
        try FileSystem.remove(part.string)
        try AtomicFile(path.string, temporaryName: part.lastComponent?.string).write(content)
    }

    /// Returns whether the disk has room for this number of bytes in addition to the reserve.
    private func hasRoom(for count: Int) -> Bool {
        // swift-system has no `statvfs`.
        var status = statvfs()
        guard statvfs(folder.string, &status) == 0 else { return true }
        let block = Double(status.f_frsize)
        return Double(status.f_bavail) * block - Double(count)
            >= min(Self.reserve, Double(status.f_blocks) * block / 20)
    }

    // MARK: The folder

    private struct Entry {
        let url: URL
        let size: Int
        let date: Date
    }

    private static func total(_ entries: [Entry]) -> Int { entries.reduce(0) { $0 + $1.size } }

    private func entries() -> [Entry] {
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .fileSizeKey, .contentModificationDateKey]
        let files = FileManager.default.enumerator(
            at: URL(filePath: folder.string), includingPropertiesForKeys: Array(keys))
        var entries: [Entry] = []
        while let url = files?.nextObject() as? URL {
            do {
                let values = try url.resourceValues(forKeys: keys)
                guard values.isRegularFile == true else { continue }
                let isOld = ![Self.suffix, Self.partSuffix].contains { url.lastPathComponent.hasSuffix($0) }
                if isOld, unlink(url.path(percentEncoded: false)) == 0 { continue }
                entries.append(
                    Entry(
                        url: url, size: values.fileSize ?? 0, date: values.contentModificationDate ?? .distantPast))
            } catch {
                // The file has been removed since it was listed.
                continue
            }
        }
        return entries
    }

    /// - Returns: The number of bytes in the remaining files.
    private func removeOldest(keeping maximum: Int) -> Int {
        let entries = entries().sorted { $0.date < $1.date }
        var count = Self.total(entries)
        for entry in entries where count > maximum {
            // A file that can't be removed still counts.
            if unlink(entry.url.path(percentEncoded: false)) == 0 { count -= entry.size }
        }
        return count
    }

    /// - Returns: The reason why the file is left; `nil` if it is gone.
    @discardableResult
    private func remove(_ path: FilePath) -> FileError? {
        let size = FileStamp(atEndOfLinks: path)?.size ?? 0
        guard unlink(path.string) == 0 else {
            let error = FileError.last()
            return FileSystem.isAbsent(path.string) ? nil : error
        }
        bytes.withLock { $0 = $0.map { max(0, $0 - Int(size)) } }
        return nil
    }

    private func noteUse(of path: FilePath) {
        guard let date = FileStamp(atEndOfLinks: path)?.modificationDate,
            abs(now().timeIntervalSince(date)) > Self.timeInterval
        else { return }
        FileSystem.setTimes(now(), of: path.string)
    }

    private func path(of key: SizeKey) -> FilePath {
        let name = key.photo.uuidString
        let size = key.size.queryValue ?? String(key.size.longEdge)
        let version = key.version > 0 ? "-\(key.version)" : ""
        return folder.appending(String(name.prefix(2))).appending("\(name)-\(size)\(version)\(Self.suffix)")
    }
}

/// An image read from its file part by part: slow clients don't keep it in memory.
struct SizeFile: Sendable {
    fileprivate let path: FilePath
    let count: Int
    let entityTag: String

    /// Reads a range; blocks.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file is gone or incomplete.
    func read(_ range: Range<Int>) throws(FileError) -> ByteBuffer {
        do throws(FileError) {
            return ByteBuffer(bytes: try OpenFile(path: path).bytes(in: range))
        } catch {
            throw .changed
        }
    }
}
