import EssentialFeed
import Foundation
import NIOCore
import Synchronization

/// Opens the files of photos, anew for each piece, so that a slow download holds no descriptor.
///
/// A new hard link or new permissions change only the time of change in a file's stamp. The server reads such a file
/// once and continues to serve it if its bytes are the same.
final class ServedFiles: Sendable {
    private struct Verdict {
        let stamp: FileStamp
        let isSame: Bool
    }

    private let verdicts = Mutex<[UUID: Verdict]>([:])

    /// Reads a range of bytes; blocks.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file no longer has the indexed bytes.
    func read(_ range: Range<Int>, of photo: Photo) throws(FileError) -> ByteBuffer {
        try open(photo).buffer(range)
    }

    /// Opens the file of a photo; blocks.
    /// - Throws: ``FileError``; ``FileError/changed`` if the file no longer has the indexed bytes.
    func open(_ photo: Photo) throws(FileError) -> OpenFile {
        let file = try OpenFile(path: photo.location)
        guard file.stamp == photo.stamp || isSame(file, as: photo) else { throw .changed }
        return file
    }

    private func isSame(_ file: OpenFile, as photo: Photo) -> Bool {
        guard file.stamp.differsInTimeOfChangeAlone(from: photo.stamp) else { return false }
        let known = verdicts.withLock { $0[photo.id] }
        if let known, known.stamp == file.stamp { return known.isSame }
        file.waitUntilSettled()
        let isSame: Bool
        do {
            isSame = try ContentDigest(of: file) == photo.facts.digest
        } catch {
            // The file is being written; the next request checks again.
            return false
        }
        verdicts.withLock { $0[photo.id] = Verdict(stamp: file.stamp, isSame: isSame) }
        return isSame
    }
}

extension FileStamp {
    fileprivate func differsInTimeOfChangeAlone(from other: FileStamp) -> Bool {
        (size, inode, modified) == (other.size, other.inode, other.modified)
    }
}

extension OpenFile {
    /// - Throws: ``FileError``; ``FileError/changed`` if the file is no longer as it was when it was opened.
    fileprivate func buffer(_ range: Range<Int>) throws(FileError) -> ByteBuffer {
        var buffer = ByteBuffer()
        var readError: FileError?
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
            do throws(FileError) {
                return try read(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]), at: range.lowerBound)
            } catch {
                readError = error
                return 0
            }
        }
        if let readError { throw readError }
        guard buffer.readableBytes == range.count else { throw .changed }
        try checkUnchanged()
        return buffer
    }
}
