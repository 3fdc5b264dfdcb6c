import CoreMetrics
import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct MetricsTests {
    @Test func `Metrics: counters, gauges and histograms are written as Prometheus reads them, sorted and escaped`() {
        let metrics = PrometheusMetrics(descriptions: ["a_total": "What a is.", "b": "What b is.", "c_seconds": "C."])
        Counter(label: "a_total", dimensions: [("k", "2")], factory: metrics).increment(by: 3)
        Counter(label: "a_total", dimensions: [("k", "1\"\\\n")], factory: metrics).increment()
        Meter(label: "b", factory: metrics).set(1.5)
        Timer(label: "c_seconds", factory: metrics).recordNanoseconds(20_000_000)
        Timer(label: "c_seconds", factory: metrics).recordNanoseconds(60_000_000_000)
        let lines = metrics.text.split(separator: "\n").map(String.init)
        #expect(
            lines.prefix(7) == [
                "# HELP a_total What a is.", "# TYPE a_total counter", #"a_total{k="1\"\\\n"} 1"#, #"a_total{k="2"} 3"#,
                "# HELP b What b is.", "# TYPE b gauge", "b 1.5",
            ])
        #expect(lines.contains(#"c_seconds_bucket{le="0.01"} 0"#))
        #expect(lines.contains(#"c_seconds_bucket{le="0.025"} 1"#))
        #expect(lines.contains(#"c_seconds_bucket{le="10.0"} 1"#))
        #expect(lines.suffix(3) == [#"c_seconds_bucket{le="+Inf"} 2"#, "c_seconds_sum 60.02", "c_seconds_count 2"])
    }

    @Test func `Metrics: a metric without a description, and one asked for under another type, isn't written`() {
        let metrics = PrometheusMetrics(descriptions: ["a": "A."])
        Counter(label: "unknown", factory: metrics).increment()
        Counter(label: "a", factory: metrics).increment()
        Meter(label: "a", factory: metrics).set(5)
        #expect(metrics.text == "# HELP a A.\n# TYPE a counter\na 1\n")
    }

    @Test("Server: requests are counted by method, path without ids and status, whatever paths clients choose")
    func runCountsRequests() async throws {
        let folder = try PhotoFolder()
        let picture = Pictures.numbered(1_000)
        try folder.write(picture, to: "a.jpg")
        try await RunningServer.with(try folder.configuration(metricsPort: 0)) { server in
            try await RawClient.with(port: server.port) { client in
                for path in ["/feed?limit=1", "/image/\(contentID(picture))", "/x", "/y"] {
                    _ = try await client.answer(path)
                }
                _ = try await client.answer("/feed", method: "HEAD", hasBody: false)
                _ = try await client.answer("/feed", method: "DELETE")
            }
            let port = try await server.metricsPort()
            try await RawClient.with(port: port) { client in
                var text = ""
                // The last request counts a moment after its last byte.
                repeat {
                    let answer = try await client.answer("/metrics")
                    #expect(answer.status == 200)
                    #expect(answer.fields["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
                    text = String(decoding: answer.body, as: UTF8.self)
                } while !text.contains("essential_feed_http_requests_in_flight 0.0")
                let label = "essential_feed_http_requests_total"
                #expect(text.contains("\(label){method=\"GET\",route=\"/feed\",status=\"200\"} 1\n"))
                #expect(text.contains("\(label){method=\"HEAD\",route=\"/feed\",status=\"200\"} 1\n"))
                #expect(text.contains("\(label){method=\"other\",route=\"/feed\",status=\"405\"} 1\n"))
                #expect(text.contains("\(label){method=\"GET\",route=\"/image/{id}\",status=\"200\"} 1\n"))
                #expect(text.contains("\(label){method=\"GET\",route=\"other\",status=\"404\"} 2\n"))
                #expect(text.contains("essential_feed_http_request_duration_seconds_count{route=\"/feed\"} 3\n"))
                for (path, status) in [("/", 404), ("/feed", 404), ("/metrics/", 404)] {
                    let answer = try await client.answer(path)
                    #expect(answer.status == status)
                }
                let answer = try await client.answer("/metrics", fields: [], host: "example.com")
                #expect(answer.status == 421)
            }
        }
    }

    @Test func `Server: a port for metrics that another program has is an error that names it`() async throws {
        let folder = try PhotoFolder()
        try await RunningServer.with(try folder.configuration()) { server in
            let error = await #expect(throws: PhotoServerError.self) {
                try await RunningServer.with(try folder.configuration(metricsPort: server.port)) { _ in }
            }
            #expect(error?.description.contains("--metrics-port") == true)
        }
    }

    @Test(
        "Server: the metrics tell how many photos there are, which files are left out, and that all has been read")
    func runTellsAboutFolder() async throws {
        let folder = try PhotoFolder()
        let picture = Pictures.numbered(1_000)
        try folder.write(picture, to: "a.jpg")
        try folder.write(picture, to: "b.jpg")
        try folder.write(Pictures.numbered(1_001), to: "c.jpg")
        try folder.write(Pictures.animation().dropLast(), to: "cut.png")
        try folder.write("text", to: "notes.txt")
        try folder.write(Data(), to: "empty.jpg")
        try await RunningServer.with(try folder.configuration(metricsPort: 0)) { server in
            try await RawClient.with(port: try await server.metricsPort()) { client in
                func text() async throws -> String {
                    String(decoding: try await client.answer("/metrics").body, as: UTF8.self)
                }
                while try await !text().contains("essential_feed_first_import_complete 1.0\n") {}
                let counts = ["not_an_image", "incomplete", "empty", "duplicate"]
                for reason in counts {
                    #expect(try await text().contains("essential_feed_files_left_out{reason=\"\(reason)\"} 1.0\n"))
                }
                #expect(try await text().contains("essential_feed_files_left_out{reason=\"unreadable\"} 0.0\n"))
                #expect(try await text().contains("essential_feed_photos 2.0\n"))
                #expect(try await text().contains("essential_feed_files_to_read 0.0\n"))
                try FileManager.default.removeItem(at: folder.url("c.jpg"))
                while try await !text().contains("essential_feed_photos 1.0\n") {}
            }
        }
    }
}
