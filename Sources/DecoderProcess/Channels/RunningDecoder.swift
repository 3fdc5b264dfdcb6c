import CDecoderProcess
import Foundation
import SystemPackage

/// A decoder process and the client's end of its socket. Used on one thread.
///
/// The process is a child of this process, and only this object waits for it, so its id isn't reused before ``end()``.
final class RunningDecoder {
    let socket: Int32
    private let process: pid_t
    /// The descriptor of the process, or -1 if the kernel is too old.
    private let processDescriptor: Int32
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
        processDescriptor = decoder_process_open(process)
    }

    deinit { end() }

    /// Sends a request with the descriptors of its memory. Returns `false` if the decoder has gone.
    func send(_ request: DecoderRequest, _ descriptors: [Int32]) -> Bool {
        let bytes = request.bytes
        return decoder_send(socket, bytes, bytes.count, descriptors, Int32(descriptors.count)) == 0
    }

    /// The result of reading the socket.
    enum Reception {
        case message(DecoderMessage)
        /// Bytes that aren't a message.
        case garbage
        case nothing
        case end
    }

    /// Takes the next message, without waiting.
    func receive() -> Reception {
        var buffer = [UInt8](repeating: 0, count: DecoderMessage.count)
        let count = decoder_receive(socket, &buffer, buffer.count)
        if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK ? .nothing : .end }
        if count == 0 { return .end }
        guard count == buffer.count, let message = DecoderMessage(buffer) else { return .garbage }
        return .message(message)
    }

    /// Kills the process if it is running, and waits until it has ended.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if processDescriptor < 0 || decoder_process_kill(processDescriptor) != 0 { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if processDescriptor >= 0 { close(processDescriptor) }
        close(socket)
    }
}
