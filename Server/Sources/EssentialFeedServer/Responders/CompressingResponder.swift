import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Sends texts compressed to clients that accept it. Images are compressed by themselves, and keep their ranges.
///
/// A compressed text has a weak entity tag, because its bytes aren't those that have the strong one (RFC 9110, 8.8.3).
struct CompressingResponder<Responder: HTTPResponder>: HTTPResponder {
    typealias Context = Responder.Context

    let responder: Responder
    /// The length of the shortest text that is worth it, in bytes.
    private let minimum = 512

    init(_ responder: Responder) {
        self.responder = responder
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        var response = try await responder.respond(to: request, context: context)
        if response.status == .notModified { return Self.unchanged(response, request) }
        guard response.isText else { return response }
        response.headers.varyByCoding()
        guard request.method != .head, let length = response.body.contentLength, length >= minimum,
            ContentCoding.acceptsGzip(request.headers[.acceptEncoding])
        else { return response }
        let text = Collected()
        try await response.body.write(text)
        guard let compressed = ContentCoding.gzip(text.bytes) else {
            response.body = .init(byteBuffer: text.bytes)
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = String(compressed.readableBytes)
        response.headers[.eTag] = response.headers[.eTag].map { "W/" + $0 }
        response.body = .init(byteBuffer: compressed)
        return response
    }

    /// Returns the answer to a client that has the text, with the tag of what it has. An image's tag is never weak.
    private static func unchanged(_ response: Response, _ request: Request) -> Response {
        let id = request.uri.path.suffix(UUID().uuidString.count)
        guard !request.uri.path.dropLast(id.count).hasSuffix("/image/"),
            ContentCoding.acceptsGzip(request.headers[.acceptEncoding]), let tag = response.headers[.eTag],
            let known = request.headers[.ifNoneMatch],
            EntityTagCondition.matches(known, entityTag: tag),
            !EntityTagCondition.matches(known, entityTag: tag, isStrong: true)
        else { return response }
        var response = response
        response.headers[.eTag] = "W/" + tag
        response.headers.varyByCoding()
        return response
    }

    /// A body that is read as a whole.
    private struct Collected: ResponseBodyWriter {
        private final class Storage: Sendable {
            let bytes = Mutex(ByteBuffer())
        }

        private let storage = Storage()

        var bytes: ByteBuffer { storage.bytes.withLock { $0 } }

        func write(_ buffer: ByteBuffer) {
            storage.bytes.withLock { _ = $0.writeImmutableBuffer(buffer) }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }
}

/// How a text may be coded for sending.
enum ContentCoding {
    /// Asks zlib for the header and the checksum of gzip, beside the largest window.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    /// Returns whether the value of `Accept-Encoding` permits gzip (RFC 9110, 12.5.3).
    static func acceptsGzip(_ value: String?) -> Bool {
        let codings = (value ?? "").lowercased().split(separator: ",").map { coding in
            coding.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        guard let coding = codings.first(where: { $0.first == "gzip" }) ?? codings.first(where: { $0.first == "*" })
        else { return false }
        guard let weight = coding.dropFirst().first else { return true }
        return weight.hasPrefix("q=") && (Double(weight.dropFirst(2)) ?? 0) > 0
    }

    /// Returns the compressed bytes; `nil` if memory runs out.
    static func gzip(_ bytes: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY, zlibVersion(),
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.readableBytes)))
        var result = ByteBuffer()
        let count = bytes.withUnsafeReadableBytes { input in
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
                stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
            }
        }
        return count > 0 ? result : nil
    }
}

extension Response {
    /// Whether the body is a whole text that may be kept. All that isn't an image is a text. The length of a compressed text
    /// tells something about secrets in it, and those have `no-store`.
    fileprivate var isText: Bool {
        guard status != .partialContent, headers[.contentEncoding] == nil, headers[.cacheControl] != "no-store" else {
            return false
        }
        return headers[.contentType].map { $0.hasPrefix("text/") || $0.hasPrefix("application/") } ?? false
    }
}

extension HTTPFields {
    /// Says that the answer depends on the codings that a client accepts.
    fileprivate mutating func varyByCoding() {
        self[.vary] = (self[.vary].map { $0 + ", " } ?? "") + "Accept-Encoding"
    }
}
