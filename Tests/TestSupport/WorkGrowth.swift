import Foundation

/// How many times as much processor time the work takes when its input is doubled three times: eight times where it is
/// linear, 64 times where it is quadratic.
///
/// Only this thread's own time counts, and the best of several runs, so that other tests on the machine change nothing.
public func growth<Input>(from size: Int, input: (Int) -> Input, work: (Input) -> Void) -> Double {
    func time(_ size: Int) -> Double {
        let input = input(size)
        return (0..<3).map { _ in
            let start = threadTime()
            work(input)
            return threadTime() - start
        }.min() ?? 0
    }
    return time(size * 8) / max(time(size), 1e-6)
}

/// What counts as linear: three doublings, each with half as much again to spare.
public let linearGrowth = 27.0

/// How many times as much processor time of this thread the one work takes as the other.
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
