import CoreMetrics

/// The metrics of requests and connections.
///
/// Clients can't choose the value of any dimension, so they can't make the metrics grow.
struct RequestMetrics: Sendable {
    /// The descriptions of the metrics.
    static let descriptions = [
        requests: "Finished requests, by method, path without ids, and status.",
        duration: "Seconds from the head of a request to the last byte of its response, by path without ids.",
        bytes: "Bytes of the bodies of responses.",
        incomplete: "Responses that were not sent whole.",
        inFlight: "Requests that have no whole response yet.",
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
