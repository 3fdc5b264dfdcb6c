import Foundation

/// What the system says of this process.
package enum ThisProcess {
    /// The most memory this process ever had, in bytes, as the system counts it: also what it shares with others.
    package static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw BenchmarkFailure("the system does not tell the peak of memory")
        }
        return kibibytes * 1_024
    }

    /// The processor time that all threads of this process have taken up to now.
    package static func processorTime() throws -> Duration { try ProcessorClock.time(of: getpid()) }
}
