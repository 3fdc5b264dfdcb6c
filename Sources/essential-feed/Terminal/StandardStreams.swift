import Foundation
import SystemPackage

/// The reason a result can't be written to standard output.
enum OutputError: Error, Equatable {
    /// The reader has closed the pipe, as `head` does once it has read enough.
    case closed
    case failed(Errno)
}

/// Standard output for results, standard error for everything else, and standard input for texts.
struct StandardStreams: Sendable {
    var isQuiet = false
    /// Receives the standard output and standard error; `nil` for the streams themselves.
    var receive: (@Sendable (Data, _ isOutput: Bool) -> Void)?

    var outputIsTerminal: Bool { isTerminal(STDOUT_FILENO) }
    /// Whether hints and progress on standard error reach a terminal.
    var errorIsTerminal: Bool { !isQuiet && isTerminal(STDERR_FILENO) }
    private func isTerminal(_ descriptor: Int32) -> Bool { receive == nil && isatty(descriptor) == 1 }

    func windowColumns(_ descriptor: Int32 = STDOUT_FILENO) -> Int? {
        var size = winsize()
        guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Reads standard input to its end. Returns `nil` if it can't be read, is too long or isn't UTF-8.
    static func input(maximumBytes: Int) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        do {
            while true {
                let count = try buffer.withUnsafeMutableBytes { try FileDescriptor.standardInput.read(into: $0) }
                guard count > 0 else { return String(validating: bytes, as: UTF8.self) }
                bytes += buffer.prefix(count)
                guard bytes.count <= maximumBytes else { return nil }
            }
        } catch {
            // The command says what to do.
            return nil
        }
    }

    func write(_ text: String) throws(OutputError) { try write(Data(text.utf8)) }
    func write(_ output: JSONOutput) throws(OutputError) { try write(output.line) }

    func write(_ data: Data) throws(OutputError) {
        if let receive { return receive(data, true) }
        do {
            try FileDescriptor.standardOutput.writeAll(data)
        } catch Errno.brokenPipe {
            throw .closed
        } catch let error as Errno {
            throw .failed(error)
        } catch {
            preconditionFailure("swift-system throws only Errno: \(error)")
        }
    }

    /// Writes a line to standard error. Does nothing if standard error is closed.
    func note(_ line: String) { noteInPlace(line + "\n") }

    /// Writes text for the user at the terminal without ending the line.
    func noteInPlace(_ text: String) {
        if let receive { return receive(Data(text.utf8), false) }
        do {
            try FileDescriptor.standardError.writeAll(Data(text.utf8))
        } catch {
            // Standard error can't be written, so the text is dropped.
        }
    }
}

struct TerminalStyle: Equatable {
    let columns: Int
    let isColoured: Bool

    init(environment: [String: String], windowColumns: Int?, isTerminal: Bool) {
        columns = max(20, windowColumns ?? environment["COLUMNS"].flatMap(Int.init) ?? 80)
        isColoured = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
