import CDecoderProcess
package import Foundation
import SystemPackage

/// The program that decodes images: `essential-feed-decoder`.
package struct DecoderProgram: Hashable, Sendable {
    package static let name = "essential-feed-decoder"
    /// The environment variable that overrides the program's file.
    package static let variable = "ESSENTIAL_FEED_DECODER"

    let path: FilePath

    package init(_ file: URL) { path = FilePath(file.path) }

    /// Finds the program: the file from the environment, then the file next to the running program, then the installed
    /// file in `../libexec/essential-feed`.
    /// - Parameter executable: The file of the running program.
    package init(for executable: URL, environment: [String: String]) {
        if let named = environment[Self.variable], !named.isEmpty {
            self.init(URL(filePath: named))
            return
        }
        let folder = executable.deletingLastPathComponent()
        let beside = folder.appending(path: Self.name)
        let installed = folder.deletingLastPathComponent().appending(path: "libexec/essential-feed/\(Self.name)")
        self.init(FileManager.default.isExecutableFile(atPath: beside.path) ? beside : installed)
    }
}

/// A decoder process and the client's end of its socket. Used on one thread.
///
/// The process is a child of this process, and only this object waits for it, so its id isn't reused before ``end()``.
final class RunningDecoder {
    let socket: Int32
    private let process: pid_t
    private var hasEnded = false

    /// Starts a decoder, which ends when the calling thread ends.
    init(_ program: DecoderProgram) throws(Errno) {
        var sockets: [Int32] = [-1, -1]
        guard decoder_socket_pair(&sockets) == 0 else { throw Errno(rawValue: errno) }
        var process: pid_t = 0
        let failure = decoder_process_start(program.path.string, sockets[1], &process)
        close(sockets[1])
        guard failure == 0 else {
            close(sockets[0])
            throw Errno(rawValue: failure)
        }
        self.process = process
        socket = sockets[0]
    }

    deinit { end() }

    func send(_ request: DecoderRequest, _ descriptors: [Int32]) -> Bool {
        let bytes = request.bytes
        return decoder_send(socket, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0
    }

    enum Reception {
        case message(DecoderMessage)
        /// Bytes that aren't a message.
        case garbage
        case nothing
        case end
    }

    func receive() -> Reception {
        var buffer = [UInt8](repeating: 0, count: DecoderMessage.maximumCount)
        let count = decoder_receive(socket, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .end }
        if count == 0 { return .end }
        guard count <= buffer.count, let message = DecoderMessage(buffer.prefix(count)) else { return .garbage }
        return .message(message)
    }

    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        close(socket)
    }
}
