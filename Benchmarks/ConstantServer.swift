import Foundation
import Hummingbird
import Logging
import NIOCore

/// The floor of the server: Hummingbird answering every request with the same bytes from memory.
///
/// Runs in its own process, started with the hidden argument ``argument`` and the number of bytes.
enum ConstantServer {
    static let argument = "answer-constant"

    static func run(byteCount: Int) async throws {
        let body = ByteBuffer(repeating: UInt8(ascii: "a"), count: byteCount)
        let router = Router()
        router.get("**") { _, _ in
            Response(status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: body))
        }
        var logger = Logger(label: argument)
        logger.logLevel = .critical
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("Serving at http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)
            },
            logger: logger)
        try await application.runService()
    }
}
