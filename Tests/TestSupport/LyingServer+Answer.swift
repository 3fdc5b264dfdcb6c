public import Foundation

extension LyingServer {
    /// The server's answer on a connection: bytes, and its treatment of the connection between or after them. Without
    /// an end, the connection stays open for the next request.
    public struct Answer: Sendable {
        enum Step: Sendable {
            case bytes([UInt8])
            case close
            case reset
            case hang
            case tunnel(port: Int)
        }

        var steps: [Step]

        /// Only the bytes.
        public static func bytes(_ bytes: some Sequence<UInt8>) -> Answer { Answer(steps: [.bytes(Array(bytes))]) }
        /// Only the text, as UTF-8.
        public static func text(_ text: String) -> Answer { .bytes(text.utf8) }
        /// Closes the connection.
        public static let close = Answer(steps: [.close])
        /// Ends the connection with a reset (RST).
        public static let reset = Answer(steps: [.reset])
        /// Sends nothing until the client closes the connection.
        public static let hang = Answer(steps: [.hang])
        /// Connects the client to a port of this machine, as a proxy does.
        public static func tunnel(port: Int) -> Answer { Answer(steps: [.tunnel(port: port)]) }

        /// How an answer marks the end of its body.
        public enum Framing: Sendable {
            /// `Content-Length`.
            case length
            /// Chunks of the given number of bytes.
            case chunks(of: Int)
            /// The end of the connection.
            case end
        }

        /// A well-formed answer.
        public static func response(
            status: Int = 200, headers: [(String, String)] = [], body: Data = Data(), framing: Framing = .length
        ) -> Answer {
            var headers = headers
            var bytes = Array(body)
            switch framing {
            case .length: headers.append(("Content-Length", "\(body.count)"))
            case .chunks(let size):
                headers.append(("Transfer-Encoding", "chunked"))
                bytes = chunked(bytes, size: size)
            case .end: headers.append(("Connection", "close"))
            }
            let head = ["HTTP/1.1 \(status) Something"] + headers.map { "\($0): \($1)" } + ["", ""]
            let answer = Answer.bytes(Array(head.joined(separator: "\r\n").utf8) + bytes)
            if case .end = framing { return answer.then(.close) }
            return answer
        }

        /// A well-formed answer with a JSON body.
        public static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Answer {
            .response(status: status, headers: [("Content-Type", "application/json")] + headers, body: Data(text.utf8))
        }

        /// A well-formed redirect.
        public static func redirect(to location: String, status: Int = 302) -> Answer {
            .response(status: status, headers: [("Location", location)])
        }

        /// Returns this answer followed by another.
        public func then(_ next: Answer) -> Answer { Answer(steps: steps + next.steps) }

        /// Returns the first bytes of this answer followed by the end of the connection.
        public func cut(after count: Int, with end: Answer = .close) -> Answer {
            .bytes(bytes.prefix(count)).then(end)
        }

        /// All bytes of this answer.
        public var bytes: [UInt8] {
            steps.flatMap { step -> [UInt8] in
                if case .bytes(let bytes) = step { bytes } else { [] }
            }
        }

        private static func chunked(_ bytes: [UInt8], size: Int) -> [UInt8] {
            let chunks = stride(from: 0, to: bytes.count, by: size).flatMap { start in
                let chunk = bytes[start..<min(start + size, bytes.count)]
                return Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            }
            return chunks + Array("0\r\n\r\n".utf8)
        }
    }
}
