import Foundation
import ImageFormats
import NIOCore
import SystemPackage

/// Opens photo files, again for each piece, so a slow download doesn't hold a descriptor.
///
/// A new hard link or new permissions change only the change time in a file's stamp. The server reads such a file once
/// and continues to serve it if the bytes are the same.
final class ServedFiles: Sendable {
    private struct Verdict {
        let stamp: FileStamp
        let isSame: Bool
    }

    private let verdicts = BoundedCache<UUID, Verdict>(maximum: 10_000)

    /// - Throws: ``FileError``; ``FileError/changed`` if the file no longer has the indexed bytes.
    func read(_ range: Range<Int>, of animation: CleanedAnimation, in photo: Photo) throws(FileError) -> ByteBuffer {
        let file = try open(photo)
        let bytes = try animation.bytes(in: range, of: file)
        try file.checkUnchanged()
        return ByteBuffer(bytes: bytes)
    }

    /// - Throws: ``FileError``; ``FileError/changed`` if the file no longer has the indexed bytes.
    func open(_ photo: Photo) throws(FileError) -> OpenFile {
        let root: FilePath
        switch photo.place {
        case .folder(let folder): root = folder
        case .stored(let store): return try store.open(photo.id)
        }
        let file = try OpenFile(photo.path, in: root)
        guard file.stamp == photo.stamp || isSame(file, as: photo) else { throw .changed }
        return file
    }

    private func isSame(_ file: OpenFile, as photo: Photo) -> Bool {
        let (stamp, known) = (file.stamp, photo.stamp)
        // Only the time of change may differ.
        guard (stamp.size, stamp.inode, stamp.modified) == (known.size, known.inode, known.modified) else {
            return false
        }
        if let known = verdicts[photo.id], known.stamp == file.stamp { return known.isSame }
        file.waitUntilSettled()
        let isSame: Bool
        do {
            isSame = try ContentDigest(of: file) == photo.facts.digest
        } catch {
            // The file is being written; the next request checks again.
            return false
        }
        verdicts.insert(Verdict(stamp: file.stamp, isSame: isSame), for: photo.id, size: 1)
        return isSame
    }
}
