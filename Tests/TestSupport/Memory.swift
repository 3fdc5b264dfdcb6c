import Foundation
import Testing

/// This process's memory, as the kernel counts it.
package enum Memory {
    /// Resets the peak.
    /// - Returns: The memory in use now, in bytes.
    package static func forgetPeak() throws -> Int {
        // The code that reads the peak counts, too, once it has run.
        _ = try peak()
        try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
        return try peak()
    }

    package static func peak() throws -> Int {
        let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }) * 1_024
    }
}
