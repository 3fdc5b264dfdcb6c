import EssentialFeed
import Foundation
import NIOCore
import Synchronization

/// The files of photos, opened anew for each piece that is read, so that a download that takes its time holds no
/// descriptor.
///
/// A new link to a file, or a change of its permissions, changes of its stamp only the time of the change. Such a file is
/// read whole once: it is served on if its bytes are what they were.
final class ServedFiles: Sendable {
    private struct Judgement {
        let stamp: FileStamp
        let isSame: Bool
    }

    private let judgements = Mutex<[UUID: Judgement]>([:])

    /// The bytes of the range. Blocks.
    /// - Throws: a ``FileError``, ``FileError/changed`` where the file no longer has the bytes that were indexed.
    func read(_ range: Range<Int>, of photo: Photo) throws(FileError) -> ByteBuffer {
        try open(photo).buffer(range)
    }

    /// The file, if it still has the bytes that were indexed. Blocks.
    /// - Throws: a ``FileError``, ``FileError/changed`` where it has others.
    func open(_ photo: Photo) throws(FileError) -> OpenFile {
        let file = try OpenFile(path: photo.location)
        guard file.stamp == photo.stamp || isSame(file, as: photo) else { throw .changed }
        return file
    }

    private func isSame(_ file: OpenFile, as photo: Photo) -> Bool {
        guard file.stamp.differsInTimeOfChangeAlone(from: photo.stamp) else { return false }
        let known = judgements.withLock { $0[photo.id] }
        if let known, known.stamp == file.stamp { return known.isSame }
        file.waitUntilSettled()
        let isSame: Bool
        do {
            isSame = try ContentDigest(of: file) == photo.facts.digest
        } catch {
            // It changes while it is read: the next request looks again.
            return false
        }
        judgements.withLock { $0[photo.id] = Judgement(stamp: file.stamp, isSame: isSame) }
        return isSame
    }
}

extension FileStamp {
    fileprivate func differsInTimeOfChangeAlone(from other: FileStamp) -> Bool {
        (size, inode, modified) == (other.size, other.inode, other.modified)
    }
}

extension OpenFile {
    /// The bytes of the range, or ``FileError/changed`` where the file is no longer as it was opened.
    fileprivate func buffer(_ range: Range<Int>) throws(FileError) -> ByteBuffer {
        var buffer = ByteBuffer()
        var failure: FileError?
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
            do throws(FileError) {
                return try read(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]), at: range.lowerBound)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        guard buffer.readableBytes == range.count else { throw .changed }
        try checkUnchanged()
        return buffer
    }
}
