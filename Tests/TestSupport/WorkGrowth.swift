import Foundation

/// Returns the factor by which the work's processor time grows when its input is doubled five times: 32 for linear work,
/// 1,024 for quadratic work.
///
/// Counts only this thread's time and takes the best of several runs: other tests don't matter.
public func growth<Input>(from size: Int, input: (Int) -> Input, work: (Input) -> Void) -> Double {
    func time(_ size: Int) -> Double {
        let input = input(size)
        return (0..<9).map { _ in
            let start = threadTime()
            work(input)
            return threadTime() - start
        }.min() ?? 0
    }
    return time(size * 32) / max(time(size), 1e-6)
}

/// The limit for linear work: the geometric mean of linear and quadratic growth, 2.83 for each doubling. Other work on the
/// processor and a sanitizer can make linear work three times as slow.
public let linearGrowth = 181.0

/// Returns the ratio of the processor times of two pieces of work on this thread.
public func costRatio(of work: () -> Void, to other: () -> Void) -> Double {
    func time(_ work: () -> Void) -> Double {
        (0..<5).map { _ in
            let start = threadTime()
            for _ in 0..<100 { work() }
            return threadTime() - start
        }.min() ?? 0
    }
    return time(work) / max(time(other), 1e-6)
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
