package import Foundation

/// The processor time of processes, in nanoseconds where `/proc` tells hundredths of a second.
package enum ProcessorClock {
    /// What all threads of the process have taken up to now, the system's work on their behalf included.
    package static func time(of process: pid_t) throws -> Duration {
        var clock = clockid_t()
        // Seconds and nanoseconds, which is all that a `timespec` is: its members come from another module in every
        // kind of build.
        var time = (seconds: 0, nanoseconds: 0)
        let isTold = withUnsafeMutablePointer(to: &time) {
            $0.withMemoryRebound(to: timespec.self, capacity: 1) {
                clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, $0) == 0
            }
        }
        try BenchmarkFailure.check(isTold, "the processor time of process \(process) is not told")
        return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
    }
}
