import Foundation

extension ThisProcess {
    /// Returns the sum of the peak memory of this process and of its children, in bytes.
    package static func peakMemoryWithChildren() throws -> Int {
        try children().reduce(try peakMemory()) { try $0 + peakMemory(of: "\($1)") }
    }

    /// Each thread has its own children.
    private static func children() throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").flatMap { thread in
            try String(contentsOfFile: "/proc/self/task/\(thread)/children", encoding: .utf8)
                .split(separator: " ").compactMap { pid_t($0) }
        }
    }
}
