import CoreMetrics
import Synchronization

/// The metrics of the folder, updated when the metrics are read.
final class FolderMetrics: Sendable {
    /// The descriptions of the metrics.
    static let descriptions = [
        photos: "Photos in the feed.",
        leftOut: "Files in the folder that are not served, by reason.",
        filesToRead: "Files in the folder that are still to be read.",
        firstImport: "Whether the folder has been read to the end at least once.",
    ]

    private static let photos = "essential_feed_photos"
    private static let leftOut = "essential_feed_files_left_out"
    private static let filesToRead = "essential_feed_files_to_read"
    private static let firstImport = "essential_feed_first_import_complete"
    private static let reasons: [(state: FileState, name: String)] = [
        (.notAnImage, "not_an_image"), (.incomplete, "incomplete"), (.empty, "empty"), (.duplicate, "duplicate"),
        (.unreadable, "unreadable"), (.unsettled, "changing"), (.undecodable, "no_picture"),
    ]

    private let factory: any MetricsFactory
    private let source = Mutex<(@Sendable () throws -> CatalogCounts)?>(nil)

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    /// Sets the source of the numbers. Without a source, these metrics are missing.
    func observe(_ counts: @escaping @Sendable () throws -> CatalogCounts) {
        source.withLock { $0 = counts }
    }

    /// Updates the metrics from the source; blocks.
    func update() throws {
        guard let counts = try source.withLock({ $0 })?() else { return }
        set(Self.photos, to: counts.photos)
        set(Self.filesToRead, to: counts.filesToRead)
        set(Self.firstImport, to: counts.isFirstImportComplete ? 1 : 0)
        for reason in Self.reasons {
            set(Self.leftOut, [("reason", reason.name)], to: counts.leftOut[reason.state] ?? 0)
        }
    }

    private func set(_ label: String, _ dimensions: [(String, String)] = [], to value: Int) {
        Meter(label: label, dimensions: dimensions, factory: factory).set(value)
    }
}

/// The metrics of requests and connections.
///
/// Clients can't choose the value of any dimension, so they can't make the metrics grow.
struct RequestMetrics: Sendable {
    /// The descriptions of the metrics.
    static let descriptions = [
        requests: "Finished requests, by method, path without ids, and status.",
        duration: "Seconds from the head of a request to the last byte of its response, by path without ids.",
        bytes: "Bytes of the bodies of responses.",
        incomplete: "Responses that were cut short.",
        inFlight: "Requests whose response isn't complete yet.",
        refused: "Connections that were refused because too many were open.",
    ]

    private static let requests = "essential_feed_http_requests_total"
    private static let duration = "essential_feed_http_request_duration_seconds"
    private static let bytes = "essential_feed_http_response_bytes_total"
    private static let incomplete = "essential_feed_http_incomplete_responses_total"
    private static let inFlight = "essential_feed_http_requests_in_flight"
    private static let refused = "essential_feed_connections_refused_total"

    private let factory: any MetricsFactory
    private let basePath: String
    private let bytes: Counter
    private let incomplete: Counter
    private let inFlight: Meter
    private let refused: Counter

    init(factory: any MetricsFactory, basePath: String) {
        self.factory = factory
        self.basePath = basePath
        bytes = Counter(label: Self.bytes, factory: factory)
        incomplete = Counter(label: Self.incomplete, factory: factory)
        inFlight = Meter(label: Self.inFlight, factory: factory)
        refused = Counter(label: Self.refused, factory: factory)
    }

    func countRefusal() {
        refused.increment()
    }

    func requestBegan() {
        inFlight.increment()
    }

    /// - Parameters:
    ///   - path: The complete target of the request.
    ///   - bytes: The number of body bytes sent.
    func requestEnded(
        method: String, path: String, status: Int, bytes: Int, nanoseconds: Int64, isComplete: Bool
    ) {
        inFlight.decrement()
        let route = route(of: path)
        let method = ["GET", "HEAD"].contains(method) ? method : "other"
        Counter(
            label: Self.requests, dimensions: [("method", method), ("route", route), ("status", String(status))],
            factory: factory
        ).increment()
        Timer(label: Self.duration, dimensions: [("route", route)], factory: factory).recordNanoseconds(nanoseconds)
        self.bytes.increment(by: bytes)
        if !isComplete { incomplete.increment() }
    }

    private func route(of target: String) -> String {
        let path = target.prefix { $0 != "?" && $0 != "#" }
        guard path.hasPrefix(basePath) else { return "other" }
        return ServerRoute(path: path.dropFirst(basePath.count))?.template ?? "other"
    }
}
