import Foundation
import NIOCore
import Synchronization
import SystemPackage

/// The files of images that were made of photos, in a folder that may be thrown away at any time.
///
/// Each file is a JPEG with the digest of its bytes behind its end, so that a damaged file is never served. The folder has
/// a greatest size: beyond it, the files that nobody has asked for the longest go.
final class SizeFiles: Sendable {
    private static let digestLength = 32
    /// A file's time is noted anew after so many seconds, not at each use.
    private static let timeInterval: TimeInterval = 3_600

    private let folder: URL
    private let maximumBytes: Int
    private let now: @Sendable () -> Date
    /// `nil` before the folder has been read.
    private let bytes = Mutex<Int?>(nil)

    init(in folder: URL, maximumBytes: Int, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.maximumBytes = maximumBytes
        self.now = now
    }

    /// Whether there is a folder; blocks.
    var exists: Bool { FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) }

    /// Whether no more fits; blocks.
    var isFull: Bool {
        bytes.withLock { bytes in
            let count = bytes ?? Self.total(entries())
            bytes = count
            return count >= maximumBytes
        }
    }

    /// Returns an image, or `nil` if there is none, or if its file is damaged, which is removed; blocks.
    func image(_ key: SizeKey) -> SizedImage? {
        let url = url(key)
        let content: Data
        do {
            content = try Data(contentsOf: url)
        } catch {
            // It hasn't been made, or must be made again.
            return nil
        }
        let data = content.dropLast(Self.digestLength)
        guard content.count > Self.digestLength, let digest = ContentDigest(bytes: content.suffix(Self.digestLength)),
            ContentDigest(of: data) == digest
        else {
            remove(url, content.count)
            return nil
        }
        noteUse(of: url)
        return SizedImage(ByteBuffer(bytes: data), digest)
    }

    /// Writes an image; blocks.
    /// - Throws: `CocoaError`.
    func write(_ data: Data, for key: SizeKey) throws {
        let url = url(key)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try (data + ContentDigest(of: data).bytes).write(to: url, options: .atomic)
        bytes.withLock { bytes in
            let count = bytes.map { $0 + data.count + Self.digestLength } ?? Self.total(entries())
            bytes = count > maximumBytes ? removeOldest(keeping: maximumBytes / 10 * 9) : count
        }
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
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys))
        var entries: [Entry] = []
        while let url = files?.nextObject() as? URL {
            do {
                let values = try url.resourceValues(forKeys: keys)
                guard values.isRegularFile == true else { continue }
                entries.append(
                    Entry(
                        url: url, size: values.fileSize ?? 0, date: values.contentModificationDate ?? .distantPast))
            } catch {
                // The file was removed meanwhile.
                continue
            }
        }
        return entries
    }

    /// Removes the files that nobody has asked for the longest.
    /// - Returns: The bytes of the others.
    private func removeOldest(keeping maximum: Int) -> Int {
        let entries = entries().sorted { $0.date < $1.date }
        var count = Self.total(entries)
        for entry in entries where count > maximum {
            // A file that can't be removed still takes its place.
            if unlink(entry.url.path(percentEncoded: false)) == 0 { count -= entry.size }
        }
        return count
    }

    private func remove(_ url: URL, _ size: Int) {
        guard unlink(url.path(percentEncoded: false)) == 0 else { return }
        bytes.withLock { $0 = $0.map { max(0, $0 - size) } }
    }

    private func noteUse(of url: URL) {
        do {
            let date = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            guard let date, abs(now().timeIntervalSince(date)) > Self.timeInterval else { return }
            try FileManager.default.setAttributes(
                [.modificationDate: now()], ofItemAtPath: url.path(percentEncoded: false))
        } catch {
            // The file goes earlier than it might.
        }
    }

    private func url(_ key: SizeKey) -> URL {
        let name = key.photo.uuidString
        return folder.appending(
            path: "\(name.prefix(2))/\(name)-\(key.size.longEdge).jpg", directoryHint: .notDirectory)
    }
}
