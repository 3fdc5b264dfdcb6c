import HTTPTypes
import Hummingbird
import NIOCore

/// Reports whether the server is running and whether it can serve its folder.
struct HealthResponder: Sendable {
    /// Returns whether the folder can be read; may take as long as a slow disk takes.
    let isReady: @Sendable () async -> Bool

    /// Responds without disk access, so that a slow disk never makes the server look dead.
    func live() -> Response {
        Self.response
    }

    func ready() async -> Response {
        await isReady() ? Self.response : Problem.notReady.response(isHead: false)
    }

    private static var response: Response {
        var headers = HTTPFields()
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: "ok\n")))
    }
}
