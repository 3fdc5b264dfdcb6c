import EssentialFeed
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix

/// Answers with the bytes of a picture, whole and as they were indexed, or not at all.
///
/// A file that is gone or changed since it was indexed is a 404: its id names other bytes. One that changes while it
/// is sent breaks the connection, so that the client sees a cut answer and never a wrong one.
struct ImageResponder: Sendable {
    private static let cacheControl = "public, max-age=31536000, immutable"
    /// In bytes: smaller files are read at once, larger ones chunk by chunk as the client takes them.
    private static let chunkSize = 256 * 1024

    let threads: NIOThreadPool

    func respond(with photo: Photo, conditions: HTTPFields, isHead: Bool) async throws -> Response {
        let entityTag = photo.facts.digest.entityTag
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: Self.cacheControl)
        }
        let content: (file: OpenFile, whole: ByteBuffer?)
        do {
            content = try await threads.runIfActive {
                let file = try OpenFile(path: photo.location)
                guard file.stamp == photo.stamp else { throw FileError.changed }
                let isWhole = !isHead && file.count <= Self.chunkSize
                return (file, isWhole ? try file.buffer(at: 0, count: file.count) : nil)
            }
        } catch let error as FileError {
            return (error.isTransient ? Problem.internalError : .noSuchImage).response(isHead: isHead)
        }
        var headers = HTTPFields()
        headers.reserveCapacity(7)
        headers[.contentType] = photo.facts.format.mediaType
        headers[.eTag] = entityTag
        headers[.cacheControl] = Self.cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        headers[.contentLength] = String(content.file.count)
        if isHead { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok, headers: headers, body: content.whole.map { .init(byteBuffer: $0) } ?? stream(content.file))
    }

    private func stream(_ file: OpenFile) -> ResponseBody {
        ResponseBody(contentLength: file.count) { writer in
            var offset = 0
            while offset < file.count {
                let start = offset
                let count = min(Self.chunkSize, file.count - start)
                try await writer.write(try await threads.runIfActive { try file.buffer(at: start, count: count) })
                offset += count
            }
            try await writer.finish(nil)
        }
    }
}

extension OpenFile {
    /// The bytes of the range, or ``FileError/changed`` where the file is no longer as it was opened.
    fileprivate func buffer(at offset: Int, count: Int) throws(FileError) -> ByteBuffer {
        var buffer = ByteBuffer()
        var failure: FileError?
        buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            do throws(FileError) {
                return try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), at: offset)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        guard buffer.readableBytes == count else { throw .changed }
        try checkUnchanged()
        return buffer
    }
}

extension FileError {
    /// Whether the file may be there all the same: the process has no descriptor or memory left, or the disk failed.
    fileprivate var isTransient: Bool {
        guard let code else { return false }
        return [EMFILE, ENFILE, ENOMEM, EIO].contains(code)
    }
}
