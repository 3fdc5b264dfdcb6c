import Foundation

/// The system's figures about this process.
package enum ThisProcess {
    /// Returns the peak memory of this process, in bytes, including shared memory.
    package static func peakMemory() throws -> Int { try peakMemory(of: "self") }

    /// - Parameter process: The process's folder in `/proc`.
    static func peakMemory(of process: String) throws -> Int { try memory("VmHWM:", of: process) }

    /// - Parameters:
    ///   - field: The field of the process's status.
    ///   - process: The process's folder in `/proc`.
    static func memory(_ field: String, of process: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
        guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw BenchmarkFailure("the system does not report the memory")
        }
        return kibibytes * 1_024
    }

    /// Returns the processor time used so far by all threads of this process.
    package static func processorTime() throws -> Duration { try ProcessorClock.time(of: getpid()) }
}
