package import Foundation

/// A client on one thread whose connections stay open. It sends a request on each connection, then reads an answer from
/// each.
package final class LoadGenerator {
    private let connections: [Int32]
    private let host: String
    /// The field lines that each request has besides `Host`, each with its line end.
    package var fields = ""
    /// The status that each answer must have.
    package var status = 200
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    package init(_ address: URL, connections count: Int) throws {
        guard let port = address.port.flatMap(UInt16.init(exactly:)) else { throw URLError(.badURL) }
        host = "127.0.0.1:\(port)"
        var connections: [Int32] = []
        do {
            for _ in 0..<count { connections.append(try Self.connection(to: port)) }
        } catch {
            for connection in connections { close(connection) }
            throw error
        }
        self.connections = connections
    }

    deinit {
        for connection in connections { close(connection) }
    }

    /// Requests all the paths.
    /// - Returns: The sum of the bodies' sizes, in bytes.
    package func get(_ paths: [String]) throws -> Int {
        var byteCount = 0
        for start in stride(from: 0, to: paths.count, by: connections.count) {
            try Task.checkCancellation()
            let part = paths[start..<min(start + connections.count, paths.count)]
            for (path, connection) in zip(part, connections) { try ask(for: path, on: connection) }
            for (_, connection) in zip(part, connections) { byteCount += try answer(on: connection).count }
        }
        return byteCount
    }

    /// Requests one path and returns a field of the answer.
    package func field(_ name: String, of path: String) throws -> String? {
        try ask(for: path, on: connections[0])
        let body = try answer(on: connections[0])
        for line in String(decoding: buffer[..<body.startIndex], as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name { return parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return nil
    }

    /// Requests one path and returns the body of the answer.
    package func body(_ path: String, on number: Int = 0) throws -> Data {
        try ask(for: path, on: connections[number])
        return Data(try answer(on: connections[number]))
    }

    /// Puts a JSON document at a path.
    package func put(_ json: String, at path: String) throws {
        try write(
            "PUT \(path) HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(json.utf8.count)\r\n\(fields)\r\n\(json)", to: connections[0])
        _ = try answer(on: connections[0])
    }

    /// Requests all the paths and returns the processor time that the server's processes took for each on average.
    /// - Parameter byteCount: The size that each answer's body must have.
    package func cost(of paths: [String], _ byteCount: Int, of processes: [pid_t]) throws -> Duration {
        func time() throws -> Duration { try processes.reduce(.zero) { try $0 + ProcessorClock.time(of: $1) } }
        let before = try time()
        let received = try get(paths)
        try BenchmarkFailure.check(received == paths.count * byteCount, "an answer's size is wrong")
        return (try time() - before) / paths.count
    }

    private func ask(for path: String, on connection: Int32) throws {
        try write("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n", to: connection)
    }

    private func write(_ request: String, to connection: Int32) throws {
        var request = request
        let sent = request.withUTF8 { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        try BenchmarkFailure.check(sent == request.utf8.count, "a request could not be sent")
    }

    private func answer(on connection: Int32) throws -> ArraySlice<UInt8> {
        var filled = 0
        var bodyStart: Int?
        var byteCount = 0
        while true {
            let count = buffer.withUnsafeMutableBytes {
                recv(connection, $0.baseAddress?.advanced(by: filled), $0.count - filled, 0)
            }
            try BenchmarkFailure.check(count > 0, "no whole answer within 10 s")
            filled += count
            if bodyStart == nil, let start = endOfHead(filled) {
                bodyStart = start
                byteCount = try self.byteCount(ofBodyAfter: buffer[..<start])
                try BenchmarkFailure.check(start + byteCount <= buffer.count, "an answer is too long")
            }
            if let start = bodyStart, filled >= start + byteCount { return buffer[start..<start + byteCount] }
        }
    }

    /// Returns where the body begins, or `nil` while the head isn't there as a whole.
    private func endOfHead(_ filled: Int) -> Int? {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        return (0..<max(0, filled - 3)).first { buffer[$0] == end[0] && buffer[$0..<$0 + 4].elementsEqual(end) }
            .map { $0 + end.count }
    }

    private func byteCount(ofBodyAfter head: ArraySlice<UInt8>) throws -> Int {
        let lines = head.split(separator: UInt8(ascii: "\n"))
        try BenchmarkFailure.check(
            lines.first?.starts(with: "HTTP/1.1 \(status) ".utf8) ?? false, "the status of an answer is not \(status)")
        if status == 304 { return 0 }
        let name = Array("content-length:".utf8)
        for line in lines.dropFirst() where line.count > name.count {
            guard line.prefix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 | 0x20 }) else { continue }
            let digits = line.dropFirst(name.count).filter { (0x30...0x39).contains($0) }
            return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
        }
        throw BenchmarkFailure("an answer does not say how long it is")
    }

    private static func connection(to port: UInt16) throws -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        var on: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connection >= 0, result == 0 else {
            close(connection)
            throw BenchmarkFailure("no connection to port \(port)")
        }
        return connection
    }
}
