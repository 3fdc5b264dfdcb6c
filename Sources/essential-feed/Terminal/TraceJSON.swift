import EssentialFeed
import Foundation
import ImagePipeline

/// The figures of a trace as `--json` prints them. Every stage is there, whether it ran or not; durations are seconds.
enum TraceJSON {
    static func text(_ summary: FeedImageTraceSummary) -> Data {
        JSONOutput.object([
            ("requests", JSONOutput.number(summary.requests.count)),
            ("cancelled", JSONOutput.number(summary.requests.cancelled)),
            ("failed", JSONOutput.number(summary.requests.failed)),
            ("seconds", seconds(summary.duration)),
            ("memory", hits(summary.memory)),
            ("disk", hits(summary.disk)),
            ("downloaded_bytes", JSONOutput.number(summary.bytesDownloaded)),
            ("downloaded_bytes_per_second", summary.downloadRate.map { JSONOutput.number(Int($0)) } ?? JSONOutput.null),
            ("disk_bytes", JSONOutput.number(summary.bytesFromDisk)),
            ("stages", JSONOutput.array(summary.stages.map(times))),
        ])
    }

    private static func hits(_ hits: FeedImageTraceSummary.Hits) -> Data {
        JSONOutput.part([
            ("hits", JSONOutput.number(hits.found)),
            ("misses", JSONOutput.number(hits.missed)),
            ("hit_rate", hits.rate.map { Data(String(($0 * 10_000).rounded() / 10_000).utf8) } ?? JSONOutput.null),
        ])
    }

    private static func times(_ times: FeedImageTraceSummary.Times) -> Data {
        JSONOutput.part([
            ("stage", JSONOutput.string(times.stage.rawValue)),
            ("count", JSONOutput.number(times.count)),
            ("p50", seconds(times.median)),
            ("p95", seconds(times.percentile95)),
            ("max", seconds(times.maximum)),
            ("cancelled", JSONOutput.number(times.cancelled)),
            ("failed", JSONOutput.number(times.failed)),
        ])
    }

    private static func seconds(_ duration: Duration?) -> Data {
        duration.map { Data(FeedImageTraceLine.seconds($0).utf8) } ?? JSONOutput.null
    }
}
