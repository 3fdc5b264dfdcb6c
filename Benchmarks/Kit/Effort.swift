/// How much a run measures.
package enum Effort: Sendable {
    /// As many rounds as reliable figures need.
    case full
    /// Two small rounds of each benchmark, to see that it works. Its figures mean nothing, so they aren't judged.
    case quick

    /// Reads the effort from `BENCH_QUICK`, which is 1 for a quick run.
    package init(environment: [String: String]) {
        self = environment["BENCH_QUICK"] == "1" ? .quick : .full
    }

    package func rounds(_ full: Int) -> Int { self == .full ? full : 2 }

    package func warmUps(_ full: Int) -> Int { self == .full ? full : 0 }

    /// Returns how many things to measure with.
    package func count(_ full: Int, quick: Int) -> Int { self == .full ? full : quick }
}
