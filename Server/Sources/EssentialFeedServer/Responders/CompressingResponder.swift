import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// Compresses texts for clients that accept it. Images are already compressed and keep their ranges.
///
/// A compressed text has a weak entity tag, because the strong one belongs to other bytes (RFC 9110, 8.8.3).
struct CompressingResponder<Responder: HTTPResponder<ConnectionContext>>: HTTPResponder {
    /// The shortest text worth compressing, in bytes.
    private static var minimum: Int { 512 }
    /// From this length, in bytes, compressing would delay other requests too long.
    private static var long: Int { 16 << 10 }
    private static var cachedBytes: Int { 16 << 20 }

    let responder: Responder
    let threads: FairThreads
    let access: AccessControl
    let clients: ClientAddress
    /// Long compressed texts, by the entity tags, which are the texts' digests.
    private let recent = BoundedCache<ContentDigest, ByteBuffer>(maximum: cachedBytes)

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var response = try await responder.respond(to: request, context: context)
        if response.status == .notModified, context.route?.image == nil { return Self.unchanged(response, request) }
        guard response.isCompressible else { return response }
        response.headers.varyByCoding()
        guard request.method != .head, let length = response.body.contentLength, length >= Self.minimum,
            ContentCoding.acceptsGzip(request.headers[.acceptEncoding])
        else { return response }
        let text = try await response.body.collected()
        let address = clients.address(of: request, on: context.channel)
        let client = access.client(of: context.channel, at: address)
        guard let compressed = try await compressed(text, tag: response.headers[.eTag], for: client) else {
            response.body = .init(byteBuffer: text)
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = String(compressed.readableBytes)
        response.headers[.eTag] = response.headers[.eTag].map { "W/" + $0 }
        response.body = .init(byteBuffer: compressed)
        return response
    }

    private func compressed(_ text: ByteBuffer, tag: String?, for client: String) async throws -> ByteBuffer? {
        guard text.readableBytes >= Self.long else { return ContentCoding.gzip(text) }
        let digest = tag.flatMap(ContentDigest.init(entityTag:))
        if let known = digest.flatMap({ recent[$0] }) { return known }
        return try await threads.run(for: client) { [recent] in
            // Another request of the person may have compressed the text in the meantime.
            if let known = digest.flatMap({ recent[$0] }) { return known }
            guard let compressed = ContentCoding.gzip(text) else { return nil }
            // A copy, because zlib asks for much more room than it needs.
            let copy = ByteBuffer(bytes: compressed.readableBytesView)
            if let digest { recent.insert(copy, for: digest, size: copy.readableBytes) }
            return copy
        }
    }

    /// Returns the answer to a client that already has the text, with the client's tag. An image's tag is never weak.
    private static func unchanged(_ response: Response, _ request: Request) -> Response {
        guard ContentCoding.acceptsGzip(request.headers[.acceptEncoding]), let tag = response.headers[.eTag],
            let known = request.headers[.ifNoneMatch], EntityTagCondition.matches(known, entityTag: tag),
            !EntityTagCondition.matches(known, entityTag: tag, isStrong: true)
        else { return response }
        var response = response
        response.headers[.eTag] = "W/" + tag
        response.headers.varyByCoding()
        return response
    }
}

extension ResponseBody {
    /// Returns the whole body, without copying it if it is in one buffer.
    func collected() async throws -> ByteBuffer {
        let writer = Collected()
        try await write(writer)
        return writer.bytes
    }

    private final class Collected: ResponseBodyWriter, Sendable {
        private let storage = Mutex(ByteBuffer())

        var bytes: ByteBuffer { storage.withLock { $0 } }

        func write(_ buffer: ByteBuffer) {
            storage.withLock { bytes in
                if bytes.readableBytes == 0 { bytes = buffer } else { bytes.writeImmutableBuffer(buffer) }
            }
        }

        func finish(_ trailingHeaders: HTTPFields?) {}
    }
}

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
    /// Whether the body is a text, compressed or not, and thus in memory. Everything but an image or an archive is a
    /// text, and so is an SVG.
    var isText: Bool {
        headers[.contentType].map { type in
            type != ZipArchive.mediaType && ["text/", "application/", "image/svg"].contains { type.hasPrefix($0) }
        } ?? false
    }

    /// Whether the body is a whole text that may be kept. The length of a compressed text reveals something about
    /// secrets in it; texts with secrets have `no-store`.
    fileprivate var isCompressible: Bool {
        isText && status != .partialContent && headers[.contentEncoding] == nil && headers[.cacheControl] != "no-store"
    }
}

extension HTTPFields {
    /// States that the answer depends on the codings a client accepts.
    fileprivate mutating func varyByCoding() {
        self[.vary] = (self[.vary].map { $0 + ", " } ?? "") + "Accept-Encoding"
    }
}
