import Foundation
import HTTPTransport
import ImagePipeline

/// Writes events in the Trace Event Format, which Perfetto and Speedscope open: complete events in a JSON array, with
/// times in microseconds. Each image has a track, and additional tracks for events that partly overlap others.
struct TraceEvents {
    private struct Event: Encodable {
        struct Arguments: Encodable {
            var name: String?
            var url: String?
            var request: Int?
            var bytes: Int?
            var outcome: String?
        }

        var name: String
        var cat: String?
        var ph = "X"
        var ts: Int64?
        var dur: Int64?
        var pid = 1
        var tid: Int
        var args: Arguments
    }

    private struct Track {
        let id: Int
        var spans: [Range<Int64>] = []
    }

    /// The instant at which `ts` is 0.
    let start: ContinuousClock.Instant
    private var tracks: [URL: [Track]] = [:]
    private var trackCount = 0

    init(start: ContinuousClock.Instant) {
        self.start = start
    }

    /// Returns the array elements for an event: the event itself, preceded by its track's name if the track is new.
    mutating func texts(of event: ImageLoaderEvent) throws -> [Data] {
        try texts(
            event.stage.rawValue, event.url, event.start, event.end,
            category: event.request == nil ? "image" : "request",
            .init(request: event.request, bytes: event.bytes, outcome: event.outcome.rawValue))
    }

    /// Returns the array elements for the two phases of a download before its response begins.
    mutating func texts(of timing: RequestTiming) throws -> [Data] {
        try texts("connect", timing.url, timing.began, timing.connected, category: "network", .init())
            + texts("first byte", timing.url, timing.connected, timing.answered, category: "network", .init())
    }

    private mutating func texts(
        _ name: String, _ url: URL, _ start: ContinuousClock.Instant, _ end: ContinuousClock.Instant,
        category: String, _ arguments: Event.Arguments
    ) throws -> [Data] {
        let from = microseconds(start)
        let span = from..<max(from, microseconds(end))
        let (track, isNew) = track(of: url, span)
        var event = Event(name: name, cat: category, ts: from, dur: span.upperBound - from, tid: track, args: arguments)
        event.args.url = url.withoutSecrets.absoluteString
        let naming = Event(name: "thread_name", ph: "M", tid: track, args: .init(name: url.lastPathComponent))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try (isNew ? [naming, event] : [event]).map { try encoder.encode($0) }
    }

    private mutating func track(of url: URL, _ span: Range<Int64>) -> (id: Int, isNew: Bool) {
        var candidates = tracks[url] ?? []
        defer { tracks[url] = candidates }
        if let index = candidates.firstIndex(where: { track in !track.spans.contains { $0.crosses(span) } }) {
            candidates[index].spans.append(span)
            return (candidates[index].id, false)
        }
        trackCount += 1
        candidates.append(Track(id: trackCount, spans: [span]))
        return (trackCount, true)
    }

    private func microseconds(_ instant: ContinuousClock.Instant) -> Int64 {
        let parts = start.duration(to: instant).components
        return max(0, parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000)
    }
}

extension Range {
    /// Returns whether the ranges overlap and neither contains the other.
    fileprivate func crosses(_ other: Range) -> Bool {
        lowerBound < other.lowerBound && other.lowerBound < upperBound && upperBound < other.upperBound
            || other.lowerBound < lowerBound && lowerBound < other.upperBound && other.upperBound < upperBound
    }
}
