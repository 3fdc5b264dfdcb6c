import Foundation
public import ImagePipeline

/// The requests of a trace as bars over a time axis.
public struct FeedImageWaterfall: Hashable, Sendable {
    /// How the requests stand one below the other.
    public enum Order: String, CaseIterable, Sendable {
        /// The slowest first; all bars begin at the left, so that they compare.
        case slowest
        /// The first first; the bars stand where they were in time.
        case time
    }

    /// One request.
    public struct Row: Hashable, Sendable {
        public let request: Int?
        /// The last part of the URL's path; its host where there is no path. As the server named it: not yet fit for a
        /// terminal (N010).
        public let name: String
        public let duration: Duration
        public let outcome: FeedImageTraceEvent.Outcome
        /// For each column the stage that took most of its time: `total` where no stage is known, `nil` where there was
        /// no request. Columns after the last one are left out.
        public let cells: [FeedImageTraceEvent.Stage?]
    }

    public let rows: [Row]
    /// How many requests are not shown; they were quicker than those that are.
    public let leftOut: Int
    /// What all the columns together stand for.
    public let span: Duration

    /// - Parameters:
    ///   - columns: the width of the bars, from 1 on.
    ///   - limit: how many requests are shown: the slowest ones, in either order.
    public init(_ events: [FeedImageTraceEvent], columns: Int, limit: Int, order: Order) {
        let totals = events.filter { $0.stage == .total }
            .sorted { ($0.began, $0.request ?? 0) < ($1.began, $1.request ?? 0) }
        let slowest = totals.enumerated().sorted { ($1.element.length, $0.offset) < ($0.element.length, $1.offset) }
        let kept = slowest.prefix(max(0, limit))
        let shown = (order == .slowest ? Array(kept) : kept.sorted { $0.offset < $1.offset }).map(\.element)
        let start = shown.map(\.began.wholeMicroseconds).min() ?? 0
        let span =
            order == .slowest
            ? shown.first?.length ?? 0 : (shown.map(\.ended.wholeMicroseconds).max() ?? 0) - start

        let stages = Stages(events)
        rows = shown.map { total in
            let origin = order == .slowest ? total.began.wholeMicroseconds : start
            let bar = FeedImageWaterfallBar(
                columns: min(max(1, columns), Self.mostColumns), span: max(1, span), origin: origin)
            return Row(
                request: total.request, name: Self.name(of: total.url), duration: total.ended - total.began,
                outcome: total.outcome, cells: bar.cells(of: total, stages: stages.of(total)))
        }
        leftOut = totals.count - shown.count
        self.span = .microseconds(span)
    }

    /// More are of no use to anybody, and would not let the microseconds of thirty years be multiplied.
    private static let mostColumns = 2000

    private static func name(of url: URL) -> String {
        let name = url.lastPathComponent
        return name.isEmpty || name == "/" ? url.host() ?? url.absoluteString : name
    }

    /// Finds the stages of a request: those of its number, and those that all requests of its URL share, of which its
    /// bar shows what runs while it does.
    private struct Stages {
        private var shared: [URL: [FeedImageTraceEvent]] = [:]
        private var own: [Int: [FeedImageTraceEvent]] = [:]

        init(_ events: [FeedImageTraceEvent]) {
            for event in events where event.stage != .total {
                if let request = event.request {
                    own[request, default: []].append(event)
                } else {
                    shared[event.url, default: []].append(event)
                }
            }
        }

        func of(_ total: FeedImageTraceEvent) -> [FeedImageTraceEvent] {
            (total.request.flatMap { own[$0] } ?? []) + (shared[total.url] ?? [])
        }
    }
}
