/// The times that a piece of work took.
package struct Samples {
    private var times: [Duration] = []

    package init() {}

    package mutating func append(_ time: Duration) {
        times.append(time)
    }

    package mutating func append(_ other: Samples) {
        times += other.times
    }

    package var median: Duration { quantile(0.5) }
    package var p95: Duration { quantile(0.95) }
    package var p99: Duration { quantile(0.99) }

    private func quantile(_ part: Double) -> Duration {
        let sorted = times.sorted()
        return sorted.isEmpty ? .zero : sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
    }
}

extension Samples {
    /// Times the pieces of work in turn: changes in the machine's speed affect all of them equally. Every other round
    /// runs in reverse order, so no piece always follows the same one.
    ///
    /// - Parameters:
    ///   - warmUps: The number of rounds before the first that counts.
    ///   - works: The pieces of work. Each receives the number of the round.
    package static func interleaved(
        rounds: Int, warmUps: Int = 10, _ works: ((Int) async throws -> Void)...
    ) async throws -> [Samples] {
        try await interleaved(
            rounds: rounds, warmUps: warmUps,
            works.map { work in
                { round in
                    let clock = ContinuousClock()
                    let start = clock.now
                    try await work(round)
                    return start.duration(to: clock.now)
                }
            })
    }

    /// Runs the pieces of work in turn in the same way, but collects the times that they return.
    package static func interleaved(
        rounds: Int, warmUps: Int, _ works: [(Int) async throws -> Duration]
    ) async throws -> [Samples] {
        var samples = works.map { _ in Samples() }
        for round in 0..<warmUps + rounds {
            try Task.checkCancellation()
            let order = round.isMultiple(of: 2) ? Array(works.indices) : works.indices.reversed()
            for index in order {
                let time = try await works[index](round)
                if round >= warmUps { samples[index].append(time) }
            }
        }
        return samples
    }
}
