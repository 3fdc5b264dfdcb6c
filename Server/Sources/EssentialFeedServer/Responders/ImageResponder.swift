import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ImageFormats
import NIOCore
import NIOPosix
import SystemPackage

/// Responds with an image, complete or in part.
///
/// An id and a version identify bytes. If the file is missing or its bytes differ, the response is a 404, or a 503 while the whole
/// folder is missing. If a file changes while it is being sent, the connection closes, so the client receives an
/// incomplete response but never a wrong one.
///
/// Evaluates request fields in the order of RFC 9110, 13.2.2: `If-Match`, `If-None-Match`, then, for `GET` only,
/// `Range` with `If-Range`.
struct ImageResponder: Sendable {
    /// In bytes. Longer responses are read chunk by chunk as the client receives them.
    private static let chunkSize = 256 * 1024

    let source: ServedImages
    /// The time zone of the dates in file names.
    var timeZone = TimeZone.gmt

    private var threads: NIOThreadPool { source.threads }

    /// - Parameter requester: Who gets the response; if it needed a credential, only they may cache it.
    func respond(
        with photo: Photo, _ requested: ServedSize = .medium, conditions: HTTPFields, isHead: Bool,
        for requester: Requester
    ) async throws -> Response {
        let cacheControl = CacheControl.image(isPrivate: requester.signer != nil)
        let size = try source.size(requested, of: photo)
        if let entityTag = source.entityTag(size, of: photo),
            let response = Response.notModified(conditions, entityTag: entityTag, cacheControl: cacheControl)
        {
            return response
        }
        let image: ServedImage
        do {
            image = try await source.image(size, of: photo, for: requester.person?.id)
        } catch let error as FileError {
            throw problem(error)
        }
        let entityTag = image.entityTag
        let isExpected = EntityTagCondition.isExpected(conditions, entityTag: entityTag)
        if let response = Response.notModified(conditions, entityTag: entityTag, cacheControl: cacheControl) {
            return response
        }
        let length = image.count
        let selection =
            isHead ? .whole : ByteRange.selection(conditions, entityTag: entityTag, length: length)
        let range =
            switch selection {
            case .whole: 0..<length
            case .part(let part): part
            case .unsatisfiable: 0..<0
            }
        let atOnce: ByteBuffer?
        do {
            let read: @Sendable () throws -> ByteBuffer? = {
                guard !isHead, isExpected, range.count <= Self.chunkSize else {
                    try image.check()
                    return nil
                }
                return try image.read(range)
            }
            atOnce = try image.isInMemory ? read() : await threads.runIfActive(read)
        } catch let error as FileError {
            throw problem(error)
        }
        guard isExpected else { throw Problem.preconditionFailed }
        if selection == .unsatisfiable { throw Problem.rangeNotSatisfiable(length: length) }
        var headers = HTTPFields(mediaType: image.mediaType, cacheControl: cacheControl)
        headers[.eTag] = entityTag
        headers[.acceptRanges] = "bytes"
        headers[.contentDisposition] = ImageDisposition.inline(photo, image.mediaType, timeZone)
        headers[.contentLength] = String(range.count)
        if isHead { return Response(status: .ok, headers: headers) }
        if case .part = selection {
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
        }
        return Response(
            status: selection == .whole ? .ok : .partialContent, headers: headers,
            body: atOnce.map { .init(byteBuffer: $0) } ?? stream(image, range))
    }

    private func problem(_ error: FileError) -> Problem {
        guard source.isFolderThere else { return .notReady }
        return error.isTransient ? .internalError : .noSuchImage
    }

    private func stream(_ image: ServedImage, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [threads] writer in
            var rest = range
            while !rest.isEmpty {
                let chunk = rest.prefix(Self.chunkSize)
                try await writer.write(try await threads.runIfActive { try image.read(chunk) })
                rest.removeFirst(chunk.count)
            }
            try await writer.finish(nil)
        }
    }
}

extension FileError {
    /// Whether the file may still exist: the process lacks descriptors or memory, or the disk failed.
    var isTransient: Bool {
        switch self {
        case .system(let error):
            [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory, .ioError].contains(error)
        case .changed: false
        }
    }
}

struct ServedImage: Sendable {
    var mediaType = SizedImage.mediaType
    let entityTag: String
    /// In bytes.
    let count: Int
    /// Whether the bytes are in memory; if so, reading them doesn't block.
    var isInMemory = false
    /// Reads a range; blocks unless the image is in memory. Throws ``FileError/changed`` if the photo's file no longer has
    /// the indexed bytes.
    let read: @Sendable (Range<Int>) throws(FileError) -> ByteBuffer
    var check: @Sendable () throws(FileError) -> Void = {}
}

extension ServedImage {
    init(_ image: SizedImage) {
        let bytes = image.bytes
        self.init(
            entityTag: image.entityTag, count: bytes.readableBytes, isInMemory: true,
            read: { range in
                guard range.count < bytes.readableBytes else { return bytes }
                // A slice would keep the whole buffer in memory until a slow client has received the slice.
                return ByteBuffer(bytes: bytes.readableBytesView.dropFirst(range.lowerBound).prefix(range.count))
            })
    }

    init(_ file: SizeFile) {
        self.init(
            entityTag: file.entityTag, count: file.count,
            read: { range throws(FileError) in try file.read(range) })
    }

    init(_ animation: CleanedAnimation, of photo: Photo, in files: ServedFiles) {
        self.init(
            mediaType: photo.facts.format.mediaType, entityTag: AnimationFiles.entityTag(photo), count: animation.count,
            read: { range throws(FileError) in try files.read(range, of: animation, in: photo) },
            check: { () throws(FileError) in _ = try files.open(photo) })
    }
}

/// The field `Content-Disposition` (RFC 6266) of an image, with a name for programs that save it.
///
/// The name is what the app suggests, made from the date and the caption. The name of the photo's file stays on the server.
enum ImageDisposition {
    private static let allowed = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!#$&+^`|")

    /// Returns the value for an image that browsers show.
    static func inline(_ photo: Photo, _ mediaType: String, _ timeZone: TimeZone) -> String {
        let name = name(of: photo, mediaType, timeZone)
        // curl supports only the first form, which is ASCII; others prefer the second.
        let plain = name.allSatisfy(\.isASCII) ? name : Self.name(of: photo, mediaType, timeZone, isPlain: true)
        let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? plain
        return "inline; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// - Parameters:
    ///   - number: Distinguishes images with the same name; 1 adds nothing.
    ///   - isPlain: Whether to leave the caption out.
    static func name(
        of photo: Photo, _ mediaType: String, _ timeZone: TimeZone, number: Int = 1, isPlain: Bool = false
    ) -> String {
        ImageFileName.suggested(
            for: FeedImage(
                id: photo.id, description: isPlain ? nil : photo.description, url: URL(filePath: "/"),
                createdAt: photo.date),
            number: number, fallback: "photo",
            format: ImageFormat.allCases.first { $0.mediaType == mediaType }, timeZone: timeZone)
    }
}
