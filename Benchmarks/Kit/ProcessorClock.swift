package import Foundation

/// Measures the processor time of processes in nanoseconds, whereas `/proc` only counts hundredths of a second.
package enum ProcessorClock {
    /// Returns the processor time of all threads of the process up to now, including the system's on their behalf.
    package static func time(of process: pid_t) throws -> Duration {
        var clock = clockid_t()
        // A `timespec` consists of these two numbers. Its members aren't named here because their module depends on the
        // kind of build.
        var time = (seconds: 0, nanoseconds: 0)
        let isTold = withUnsafeMutablePointer(to: &time) {
            $0.withMemoryRebound(to: timespec.self, capacity: 1) {
                clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, $0) == 0
            }
        }
        try BenchmarkFailure.check(isTold, "the processor time of process \(process) is unknown")
        return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
    }
}
