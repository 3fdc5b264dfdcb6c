public import ImagePipeline

/// Where the time of a trace went, in figures.
public struct FeedImageTraceSummary: Hashable, Sendable {
    /// How long a stage took.
    public struct Times: Hashable, Sendable {
        public let stage: FeedImageTraceEvent.Stage
        /// How often it ran, to whatever end.
        public let count: Int
        public let cancelled: Int
        public let failed: Int
        /// The least duration that a share of the runs did not exceed (nearest rank), of those that were neither
        /// cancelled nor failed; `nil` where there is none.
        public let median: Duration?
        public let percentile95: Duration?
        public let maximum: Duration?
    }

    /// How often something was found where it was looked for. What failed or was cancelled counts as neither.
    public struct Hits: Hashable, Sendable {
        public let found: Int
        public let missed: Int

        /// From 0 to 1; `nil` where nothing was looked for.
        public var rate: Double? {
            found + missed == 0 ? nil : Double(found) / Double(found + missed)
        }
    }

    /// From the first beginning to the last end.
    public let duration: Duration
    /// Every stage in its order, whether it ran or not; ``FeedImageTraceEvent/Stage/total`` is the requests.
    public let stages: [Times]
    public let memory: Hits
    public let disk: Hits
    public let bytesDownloaded: Int
    public let bytesFromDisk: Int
    /// Bytes a second while at least one download ran; `nil` where nothing was downloaded in a time that was measured.
    public let downloadRate: Double?

    public init(_ events: [FeedImageTraceEvent]) {
        let byStage = Dictionary(grouping: events, by: \.stage)
        let done = byStage.mapValues { $0.filter { $0.outcome == .done } }
        duration =
            (events.map(\.ended).max() ?? .zero) - (events.map(\.began).min() ?? .zero)
        stages = FeedImageTraceEvent.Stage.allCases.map { Times($0, byStage[$0] ?? []) }
        memory = Hits(byStage[.memory] ?? [])
        disk = Hits(byStage[.disk] ?? [])
        bytesFromDisk = (done[.disk] ?? []).reduce(0) { $0 + ($1.bytes ?? 0) }
        let bytesDownloaded = (done[.download] ?? []).reduce(0) { $0 + ($1.bytes ?? 0) }
        self.bytesDownloaded = bytesDownloaded
        let time = Self.timeCovered(by: done[.download] ?? [])
        downloadRate = time > .zero && bytesDownloaded > 0 ? Double(bytesDownloaded) / (time / .seconds(1)) : nil
    }

    /// The requests: how many there were, and how long they took.
    public var requests: Times {
        guard let requests = stages.first(where: { $0.stage == .total }) else { preconditionFailure("no stage total") }
        return requests
    }

    /// How long at least one of them ran.
    private static func timeCovered(by events: [FeedImageTraceEvent]) -> Duration {
        var time = Duration.zero
        var covered = Duration.zero
        for event in events.sorted(by: { $0.began < $1.began }) where event.ended > covered {
            time += event.ended - max(event.began, covered)
            covered = event.ended
        }
        return time
    }
}

extension FeedImageTraceSummary.Times {
    fileprivate init(_ stage: FeedImageTraceEvent.Stage, _ events: [FeedImageTraceEvent]) {
        // Where something is looked for, finding nothing is an answer.
        let answers: Set<FeedImageTraceEvent.Outcome> =
            stage == .memory || stage == .disk ? [.done, .notFound] : [.done]
        let durations = events.filter { answers.contains($0.outcome) }.map { $0.ended - $0.began }.sorted()
        let cancelled = events.count { $0.outcome == .cancelled }
        func percentile(_ percent: Int) -> Duration? {
            durations.isEmpty ? nil : durations[(durations.count * percent + 99) / 100 - 1]
        }
        self.init(
            stage: stage, count: events.count, cancelled: cancelled,
            failed: events.count - durations.count - cancelled, median: percentile(50), percentile95: percentile(95),
            maximum: durations.last)
    }
}

extension FeedImageTraceSummary.Hits {
    fileprivate init(_ events: [FeedImageTraceEvent]) {
        self.init(
            found: events.count { $0.outcome == .done }, missed: events.count { $0.outcome == .notFound })
    }
}
