import Foundation

/// A port that listens but accepts no connection, because its queue is full.
final class FullPort {
    let number: Int
    private let sockets: [Int32]

    struct Failure: Error {
        let code = errno
    }

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 0) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard result else { throw Failure() }
        number = Int(UInt16(bigEndian: address.sin_port))
        let fillers = (0..<4).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0) }
        for filler in fillers {
            _ = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(filler, $0, length) }
            }
        }
        sockets = [listener] + fillers
    }

    deinit {
        for socket in sockets { close(socket) }
    }
}
