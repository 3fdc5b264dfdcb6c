import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension ResponseBody {
    /// Returns everything that the body writes.
    func collected() async throws -> ByteBuffer {
        let written = Box<[ByteBuffer]>([])
        try await write(Writer(written: written))
        return written.value.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
    }

    private struct Writer: ResponseBodyWriter {
        let written: Box<[ByteBuffer]>

        mutating func write(_ buffer: ByteBuffer) async throws {
            written.append(buffer)
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
