import EssentialFeed
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ImageFormats
import NIOCore
import NIOPosix

/// Answers with the bytes of a picture, whole or the range asked for, as they were indexed, or not at all.
///
/// A file that is gone or has other bytes than were indexed is a 404: its id names those. One that changes while it is
/// sent breaks the connection, so that the client sees a cut answer and never a wrong one.
///
/// The fields of a request count in the order of RFC 9110, 13.2.2: `If-Match`, `If-None-Match`, then `Range` with
/// `If-Range` (N034), which only `GET` has.
struct ImageResponder: Sendable {
    private static let cacheControl = "public, max-age=31536000, immutable"
    /// In bytes: fewer are read at once, more chunk by chunk as the client takes them.
    private static let chunkSize = 256 * 1024

    let threads: NIOThreadPool
    private let files = ServedFiles()

    init(threads: NIOThreadPool) {
        self.threads = threads
    }

    func respond(with photo: Photo, conditions: HTTPFields, isHead: Bool) async throws -> Response {
        let entityTag = photo.facts.digest.entityTag
        let isExpected = EntityTagCondition.isExpected(conditions, entityTag: entityTag)
        if isExpected, EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: Self.cacheControl)
        }
        let length = Int(photo.stamp.size)
        let selection =
            isHead ? .whole : RangeRequest.selection(conditions, entityTag: entityTag, length: length)
        let range =
            switch selection {
            case .whole: 0..<length
            case .part(let part): part
            case .unsatisfiable: 0..<0
            }
        let atOnce: ByteBuffer?
        do {
            atOnce = try await threads.runIfActive { [files] in
                guard !isHead, isExpected, range.count <= Self.chunkSize else {
                    _ = try files.open(photo)
                    return nil
                }
                return try files.read(range, of: photo)
            }
        } catch let error as FileError {
            return (error.isTransient ? Problem.internalError : .noSuchImage).response(isHead: isHead)
        }
        guard isExpected else { return Problem.preconditionFailed.response(isHead: isHead) }
        if selection == .unsatisfiable { return Problem.rangeNotSatisfiable(length: length).response(isHead: isHead) }
        var headers = HTTPFields()
        headers.reserveCapacity(9)
        headers[.contentType] = photo.facts.format.mediaType
        headers[.eTag] = entityTag
        headers[.cacheControl] = Self.cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        headers[.acceptRanges] = "bytes"
        headers[.contentLength] = String(range.count)
        if isHead { return Response(status: .ok, headers: headers) }
        if case .part = selection {
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        }
        return Response(
            status: selection == .whole ? .ok : .partialContent, headers: headers,
            body: atOnce.map { .init(byteBuffer: $0) } ?? stream(photo, range))
    }

    private func stream(_ photo: Photo, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [files, threads] writer in
            var rest = range
            while !rest.isEmpty {
                let chunk = rest.prefix(Self.chunkSize)
                try await writer.write(try await threads.runIfActive { try files.read(chunk, of: photo) })
                rest.removeFirst(chunk.count)
            }
            try await writer.finish(nil)
        }
    }
}

extension FileError {
    /// Whether the file may be there all the same: the process has no descriptor or memory left, or the disk failed.
    fileprivate var isTransient: Bool {
        guard let code else { return false }
        return [EMFILE, ENFILE, ENOMEM, EIO].contains(code)
    }
}
