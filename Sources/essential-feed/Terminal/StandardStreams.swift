import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output and error as the program uses them: results to the one, everything else to the other.
struct StandardStreams: Sendable {
    /// Whoever read the output has had enough.
    struct Closed: Error {}

    /// The output cannot be written.
    struct Failed: Error {
        let code: Int32
    }

    func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    var outputIsTerminal: Bool { isTerminal(STDOUT_FILENO) }
    var errorIsTerminal: Bool { isTerminal(STDERR_FILENO) }

    /// The width of the terminal that the output goes to.
    func windowColumns(_ descriptor: Int32 = STDOUT_FILENO) -> Int? {
        var size = winsize()
        guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    func write(_ text: String) throws {
        try write(Data(text.utf8))
    }

    /// - Throws: ``Closed`` or ``Failed``.
    func write(_ data: Data) throws {
        try write(data, to: STDOUT_FILENO)
    }

    /// Writes a line for the person at the terminal. That it cannot be read is nobody's error.
    func note(_ line: String) {
        noteInPlace(line + "\n")
    }

    /// The same without ending the line.
    func noteInPlace(_ text: String) {
        do {
            try write(Data(text.utf8), to: STDERR_FILENO)
        } catch {}
    }

    private func write(_ data: Data, to descriptor: Int32) throws {
        try data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                #else
                    let count = Darwin.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                #endif
                if count >= 0 {
                    written += count
                } else if errno == EPIPE {
                    throw Closed()
                } else if errno != EINTR {
                    throw Failed(code: errno)
                }
            }
        }
    }
}
