import EssentialFeed
import Foundation

/// What is remembered of a photo folder between two starts: which file, in which state, had which content.
struct IndexState: Equatable, Sendable {
    struct Key: Hashable, Sendable {
        let path: FolderPath
        let stamp: FileStamp
    }

    var facts: [Key: PhotoFacts] = [:]

    init() {}

    /// - Throws: a `DecodingError` when the data is not what ``encoded()`` wrote.
    init(decoding data: Data) throws {
        let document = try JSONDecoder().decode(Document.self, from: data)
        guard document.version == Document.currentVersion else { return }
        for file in document.files {
            guard let digest = ContentDigest(hexadecimal: file.digest), let format = ImageFormat(rawValue: file.format)
            else { continue }
            let captured = file.captured.flatMap { CaptureTime($0, offset: file.offset) }
            facts[Key(path: FolderPath(file.path), stamp: FileStamp(size: file.size, modified: file.modified))] =
                PhotoFacts(
                    digest: digest, format: format,
                    metadata: PictureMetadata(caption: file.caption, captured: captured))
        }
    }

    /// Files whose names are no text are left out: they are read again at each start.
    func encoded() throws -> Data {
        let files = facts.compactMap { key, facts -> File? in
            guard let path = key.path.text else { return nil }
            let texts = facts.metadata.captured?.texts
            return File(
                path: path, size: key.stamp.size, modified: key.stamp.modified, digest: facts.digest.hexadecimal,
                format: facts.format.rawValue, caption: facts.metadata.caption, captured: texts?.time,
                offset: texts?.offset)
        }
        return try JSONEncoder().encode(Document(version: Document.currentVersion, files: files))
    }

    private struct Document: Codable {
        /// To be raised whenever more or something else is read from a picture.
        static let currentVersion = 1

        let version: Int
        let files: [File]
    }

    private struct File: Codable {
        let path: String
        let size: Int64
        let modified: Int64
        let digest: String
        let format: String
        let caption: String?
        let captured: String?
        let offset: String?
    }
}
