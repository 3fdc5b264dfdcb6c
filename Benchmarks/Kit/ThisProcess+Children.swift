import Foundation

extension ThisProcess {
    /// Returns the processor time that this process and those that it has started, and that run, have taken up to now.
    package static func processorTimeWithChildren() throws -> Duration {
        try children().reduce(try processorTime()) { try $0 + ProcessorClock.time(of: $1) }
    }

    /// Returns the sum of the most memory that this process, and each of those that it has started, ever had, in bytes.
    package static func peakMemoryWithChildren() throws -> Int {
        try children().reduce(try peakMemory()) { try $0 + peakMemory(of: "\($1)") }
    }

    /// Each thread has children of its own.
    private static func children() throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").flatMap { thread in
            try String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)
                .split(separator: " ").compactMap { pid_t($0) }
        }
    }
}
