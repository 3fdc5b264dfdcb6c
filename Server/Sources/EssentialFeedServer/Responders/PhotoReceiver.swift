import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// The body of a request that changes something.
enum WriteBody: Sendable {
    case whole(ByteBuffer)
    /// A photo, whose body is read once the request has been permitted.
    case photo(PhotoUpload)
}

struct PhotoReceiver: Sendable {
    let bodyReader: BodyReader
    let limits: ConnectionLimits
    let threads: NIOThreadPool

    /// Returns a photo whose body hasn't been read. The connection is closed if the body arrives too slowly.
    func photo(in request: Request, on channel: any Channel) throws(Problem) -> PhotoUpload {
        guard bodyReader.hasAllowedOrigin(request) else { throw Problem.foreignPage }
        let type = request.headers[.contentType] ?? ""
        let form = PostForm(contentType: type)
        guard form != nil || type.lowercased().hasPrefix("image/") else { throw .notAPhoto }
        let hasTexts = [.photoCaption, .photoLocation, .photoAlternative].contains { request.headers[$0] != nil }
        guard form == nil || !hasTexts else { throw .textsTwice }
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else { throw .lengthRequired }
        return PhotoUpload(length: length) { files in
            try await receive(request.body, form, length: length, into: files, on: channel)
        }
    }

    /// Reads the photos that a phone has shared without its browser's worker, and keeps none of them. A browser shows the
    /// answer only after it has sent everything.
    func discardShare(in request: Request, on channel: any Channel) async throws {
        guard bodyReader.hasAllowedOrigin(request) else { throw Problem.foreignPage }
        _ = try await read(request.body, on: channel) { _ in }
    }

    private func receive(
        _ body: RequestBody, _ form: PostForm?, length: Int, into files: PostFiles, on channel: any Channel
    ) async throws -> ReceivedPhoto {
        var form = form
        let file = try await threads.runIfActive { try files.newFile() }
        let received = try await read(body, on: channel) { bytes in
            let photo = try form?.photo(in: bytes) ?? bytes
            try await threads.runIfActive { try photo.withUnsafeReadableBytes { try file.append($0) } }
        }
        guard received == length else { throw Problem.malformedRequest }
        let texts = try form?.finished()
        let (content, digest) = try await threads.runIfActive { try file.finished() }
        return ReceivedPhoto(file: content, digest: digest, texts: texts)
    }

    /// Reads a body, and closes the connection if it arrives too slowly.
    /// - Returns: The number of bytes.
    private func read(
        _ body: RequestBody, on channel: any Channel, _ take: (ByteBuffer) async throws -> Void
    ) async throws -> Int {
        let window = TimeAmount(limits.readerWindow)
        var pace = TransferPace(bytesPerSecond: limits.minimumBytesPerSecond, window: window)
        pace.begin(received: 0, at: .now())
        let progress = Mutex((received: 0, pace: pace))
        let interval = TimeAmount(limits.readerWindow / TransferPace.checksPerWindow)
        let check = channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            let isTooSlow = progress.withLock { $0.pace.isTooSlow(received: $0.received, at: .now()) }
            if isTooSlow { channel.close(promise: nil) }
        }
        defer { check.cancel() }
        channel.wantsBody()
        do {
            for try await bytes in body {
                progress.withLock { $0.received += bytes.readableBytes }
                try await take(bytes)
            }
        } catch let error where error is FileError || error is Problem || error is FriendsError {
            throw error
        } catch {
            // The connection has ended.
            throw Problem.malformedRequest
        }
        return progress.withLock { $0.received }
    }
}
