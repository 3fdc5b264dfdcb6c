import ImagePipeline

/// A row of columns, each of which stands for the same time.
struct FeedImageWaterfallBar {
    let columns: Int
    /// In microseconds, as `origin` is.
    let span: Int64
    let origin: Int64

    /// - Parameter stages: those of the request; of each is shown what ran during it.
    func cells(of total: FeedImageTraceEvent, stages: [FeedImageTraceEvent]) -> [FeedImageTraceEvent.Stage?] {
        let began = total.began.wholeMicroseconds - origin
        let ended = total.ended.wholeMicroseconds - origin
        var times: [Int: [FeedImageTraceEvent.Stage: Int64]] = [:]
        for event in stages {
            let from = max(began, event.began.wholeMicroseconds - origin)
            let to = min(ended, event.ended.wholeMicroseconds - origin)
            guard to > from else { continue }
            for column in column(at: from)...lastColumn(before: to) {
                let time = time(from, to, in: column)
                times[column, default: [:]][event.stage, default: 0] += time
                // They run inside the download, which has the rest.
                if event.stage.isPartOfDownload { times[column, default: [:]][.download, default: 0] -= time }
            }
        }
        let first = column(at: began)
        let last = max(first, lastColumn(before: ended))
        let bar = (first...last).map { column in
            let time = times[column] ?? [:]
            return FeedImageTraceEvent.Stage.allCases.filter { time[$0, default: 0] > 0 }
                .max { time[$0, default: 0] < time[$1, default: 0] } ?? .total
        }
        return Array(repeating: nil, count: first) + bar
    }

    private func column(at time: Int64) -> Int {
        min(columns - 1, Int(time * Int64(columns) / span))
    }

    /// Of a time that ends there.
    private func lastColumn(before time: Int64) -> Int {
        min(columns - 1, Int(max(0, time * Int64(columns) - 1) / span))
    }

    /// How much of a time falls into a column, in microseconds times the number of columns.
    private func time(_ from: Int64, _ to: Int64, in column: Int) -> Int64 {
        let count = Int64(columns)
        return max(0, min(to * count, Int64(column + 1) * span) - max(from * count, Int64(column) * span))
    }
}

extension FeedImageTraceEvent {
    /// In microseconds.
    var length: Int64 { ended.wholeMicroseconds - began.wholeMicroseconds }
}

extension FeedImageTraceEvent.Stage {
    fileprivate var isPartOfDownload: Bool { self == .connect || self == .firstByte }
}
