import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The service that lets a program on this machine read the metrics, at `/metrics`.
struct MetricsService: Service {
    static let host = "127.0.0.1"
    private static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    let port: Int
    let metrics: PrometheusMetrics
    let folder: FolderMetrics?
    let threads: NIOThreadPool
    let logger: Logger

    func run() async throws {
        let responder = CallbackResponder { (request: Request, _: BasicRequestContext) in
            await response(to: request)
        }
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname(Self.host, port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? port
                logger.notice("metrics at http://\(Self.host):\(port)/metrics")
            },
            logger: logger.quiet)
        do {
            try await application.run()
        } catch {
            throw Self.startError(error, port) ?? error
        }
    }

    /// Returns an error that keeps the service from listening, in words for people.
    static func startError(_ error: any Error, _ port: Int) -> PhotoServerError? {
        guard let error = error as? IOError else { return nil }
        return error.errnoCode == EADDRINUSE
            ? .metricsPortTaken(port) : .cannotListen(host: host, port: port, error)
    }

    private func response(to request: Request) async -> Response {
        let isHead = request.method == .head
        // A web page may point its own host name at this machine.
        if let authority = request.head.authority, !OwnNames(host: Self.host, port: nil).contains(authority) {
            return Problem.misdirected.response(isHead: isHead)
        }
        guard request.uri.path == "/metrics" else { return Problem.noSuchPath.response(isHead: isHead) }
        guard isHead || request.method == .get else { return Problem.methodNotAllowed.response(isHead: false) }
        await updateFolder()
        var headers = HTTPFields()
        headers[.contentType] = Self.mediaType
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: metrics.text)))
            .forHead(isHead)
    }

    /// Reads what is known about the folder. After an error, the last numbers stay.
    private func updateFolder() async {
        do {
            try await threads.runIfActive { [folder] in try folder?.update() }
        } catch {
            logger.warning("cannot read the index for the metrics: \(error)")
        }
    }
}
