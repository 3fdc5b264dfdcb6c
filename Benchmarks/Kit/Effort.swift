/// How much a run measures.
package enum Effort: Sendable {
    /// As many rounds as the figures need to count.
    case full
    /// Each benchmark once and small, to see that it works. Its figures say nothing, so no mark is held against them.
    case quick

    /// `BENCH_QUICK=1` asks for a quick run.
    package init(environment: [String: String]) {
        self = environment["BENCH_QUICK"] == "1" ? .quick : .full
    }

    package func rounds(_ full: Int) -> Int { self == .full ? full : 2 }

    package func warmUps(_ full: Int) -> Int { self == .full ? full : 0 }

    /// How many things to measure with.
    package func count(_ full: Int, quick: Int) -> Int { self == .full ? full : quick }
}
