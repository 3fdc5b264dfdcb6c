import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization

/// The body of a request that changes something.
enum WriteBody: Sendable {
    /// A short body, which has arrived.
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
        guard request.headers[.contentType]?.lowercased().hasPrefix("image/") == true else { throw .notAPhoto }
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }) else { throw .lengthRequired }
        return PhotoUpload(length: length) { files in
            try await receive(request.body, length: length, into: files, on: channel)
        }
    }

    private func receive(
        _ body: RequestBody, length: Int, into files: PostFiles, on channel: any Channel
    ) async throws -> (file: OpenFile, digest: ContentDigest) {
        let window = TimeAmount(limits.readerWindow)
        var pace = ReaderPace(bytesPerSecond: limits.minimumBytesPerSecond, window: window)
        pace.begin(received: 0, at: .now())
        let progress = Mutex((received: 0, pace: pace))
        let interval = TimeAmount(limits.readerWindow / ReaderPace.checksPerWindow)
        let check = channel.eventLoop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            let isTooSlow = progress.withLock { $0.pace.isTooSlow(received: $0.received, at: .now()) }
            if isTooSlow { channel.close(promise: nil) }
        }
        defer { check.cancel() }
        let file = try await threads.runIfActive { try files.newFile() }
        do {
            for try await bytes in body {
                progress.withLock { $0.received += bytes.readableBytes }
                try await threads.runIfActive { try bytes.withUnsafeReadableBytes { try file.append($0) } }
            }
        } catch let error as FileError {
            throw error
        } catch {
            // The connection has ended.
            throw Problem.malformedRequest
        }
        guard progress.withLock({ $0.received }) == length else { throw Problem.malformedRequest }
        return try await threads.runIfActive { try file.finished() }
    }
}
