import EssentialFeed
import Foundation
import ImageFormats

/// The facts about a folder's photos that are saved from one start to the next, keyed by the state of each file.
struct IndexState: Equatable, Sendable {
    struct Key: Hashable, Sendable {
        let path: FolderPath
        let stamp: FileStamp
    }

    var facts: [Key: PhotoFacts] = [:]

    init() {}

    /// Reads what ``encoded()`` and ``lines(_:)`` return.
    ///
    /// Ignores lines that can't be read, such as the last line of an interrupted write. The state is empty if the data
    /// doesn't begin with the current version.
    init(decoding data: Data) {
        let decoder = JSONDecoder()
        func decode<Value: Decodable>(_ type: Value.Type, from line: Data) -> Value? {
            do {
                return try decoder.decode(type, from: line)
            } catch {
                return nil
            }
        }
        let lines = data.split(separator: UInt8(ascii: "\n"))
        guard let head = lines.first, decode(Head.self, from: head)?.version == Head.current else { return }
        for line in lines.dropFirst() {
            guard let file = decode(File.self, from: line), let digest = ContentDigest(hexadecimal: file.digest),
                let format = ImageFormat(rawValue: file.format)
            else { continue }
            let captured = file.captured.flatMap { CaptureTime($0, offset: file.offset) }
            let stamp = FileStamp(
                size: file.size, inode: file.inode, modified: file.modified, changed: file.changed)
            facts[Key(path: FolderPath(file.path), stamp: stamp)] =
                PhotoFacts(
                    digest: digest, format: format,
                    metadata: ImageMetadata(caption: file.caption, captureTime: captured))
        }
    }

    /// Returns a line with the version and a line for each file.
    func encoded() throws -> Data {
        var head = try JSONEncoder().encode(Head(version: Head.current))
        head.append(UInt8(ascii: "\n"))
        return head + (try Self.lines(facts.map { ($0, $1) }))
    }

    /// Returns a line for each file whose name is valid text; the others are read again at each start.
    static func lines(_ facts: [(Key, PhotoFacts)]) throws -> Data {
        let encoder = JSONEncoder()
        var lines = Data()
        for (key, facts) in facts {
            guard let path = key.path.text else { continue }
            let texts = facts.metadata.captureTime?.texts
            lines += try encoder.encode(
                File(
                    path: path, size: key.stamp.size, inode: key.stamp.inode, modified: key.stamp.modified,
                    changed: key.stamp.changed, digest: facts.digest.hexadecimal, format: facts.format.rawValue,
                    caption: facts.metadata.caption, captured: texts?.time, offset: texts?.offset))
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    private struct Head: Codable {
        /// Must be increased with every change in what is read from a picture or saved about it.
        static let current = 2

        let version: Int
    }

    private struct File: Codable {
        let path: String
        let size: Int64
        let inode: UInt64
        let modified: FileStamp.Time
        let changed: FileStamp.Time
        let digest: String
        let format: String
        let caption: String?
        let captured: String?
        let offset: String?
    }
}
