import EssentialFeed
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ImageFormats
import NIOCore
import NIOPosix
import SystemPackage

/// Responds with the indexed bytes of a photo, whole or in part.
///
/// An id identifies bytes, so a file that is gone or has other bytes is a 404. If a file changes while it is being sent, the
/// connection closes: the client receives an incomplete response, never a wrong one.
///
/// Evaluates the fields of a request in the order of RFC 9110, 13.2.2: `If-Match`, `If-None-Match`, then, for `GET` only,
/// `Range` with `If-Range`.
struct ImageResponder: Sendable {
    /// In bytes. Longer responses are read chunk by chunk as the client receives them.
    private static let chunkSize = 256 * 1024

    let threads: NIOThreadPool
    private let files = ServedFiles()

    init(threads: NIOThreadPool) {
        self.threads = threads
    }

    /// - Parameter isPrivate: Whether nobody but the reader may cache the response.
    func respond(
        with photo: Photo, conditions: HTTPFields, isHead: Bool, isPrivate: Bool
    ) async throws -> Response {
        let cacheControl = CacheControl.image(isPrivate: isPrivate)
        let entityTag = photo.facts.digest.entityTag
        let isExpected = EntityTagCondition.isExpected(conditions, entityTag: entityTag)
        if isExpected, EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: cacheControl)
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
        headers[.cacheControl] = cacheControl
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
    /// Whether the file may still be there: the process lacks descriptors or memory, or the disk failed.
    fileprivate var isTransient: Bool {
        switch self {
        case .system(let error):
            [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .ioError].contains(error)
        case .changed: false
        }
    }
}
