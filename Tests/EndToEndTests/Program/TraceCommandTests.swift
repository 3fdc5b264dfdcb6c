import Foundation
import TestSupport
import Testing

@Suite struct TraceCommandTests {
    @Test("Trace: the program prints the waterfall, what its characters mean, and the figures")
    func test_trace_printsWaterfallAndSummary() async throws {
        let result = try await trace(SampleTrace.text, environment: ["COLUMNS": "80"])
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(
            result.text == """
                Image                          0                                          800 ms
                a.jpg                  800 ms  ......d.....ccccccfffffff==================#####-
                b.jpg                  400 ms× ......===================
                d.jpg                  200 ms! ============-
                c.jpg                  100 ms  .d#####
                a.jpg                   20 µs  m
                . queue  m memory  d disk  c connect  f first byte  = download  # decode
                - other  × cancelled  ! failed

                Stage       Count     p50     p95     max  cancelled  failed
                queue           7   10 ms  100 ms  100 ms          0       0
                memory          4   10 µs   20 µs   20 µs          0       0
                disk            3   12 ms   20 ms   20 ms          0       0
                connect         1  100 ms  100 ms  100 ms          0       0
                first byte      1  100 ms  100 ms  100 ms          0       0
                download        3  500 ms  500 ms  500 ms          1       1
                decode          2   60 ms   80 ms   80 ms          0       0
                total           5  100 ms  800 ms  800 ms          1       1

                Requests    5 in 1.20 s
                Memory      1 of 4 found (25%)
                Disk        1 of 3 found (33%)
                Downloaded  1 MB, 2 MB/s
                From disk   500 kB

                """)
    }

    @Test("Trace: --order time puts the bars where they were, --limit keeps the slowest and says so")
    func test_trace_ordersAndLimits() async throws {
        let result = try await trace(
            SampleTrace.text, ["--order", "time", "--limit", "3"], environment: ["COLUMNS": "80"])
        #expect(
            result.text.hasPrefix(
                """
                Image                          0                                          1.20 s
                a.jpg                  800 ms  ........ccccffff=============###-
                b.jpg                  400 ms×     ....=============
                d.jpg                  200 ms!                                         =========
                . queue  c connect  f first byte  = download  # decode  - other  × cancelled
                ! failed
                The slowest 3 of 5 requests.

                Stage
                """))
        let none = try await trace(SampleTrace.text, ["--limit", "0"])
        #expect(none.text.hasPrefix("Stage"))
    }

    @Test("Trace: --json prints one object whose keys are stable, every stage among them")
    func test_trace_printsJSON() async throws {
        let result = try await trace(SampleTrace.text, ["--json"])
        let stages = [
            ("queue", 7, "0.010000", "0.099990", "0.099990", 0, 0),
            ("memory", 4, "0.000010", "0.000020", "0.000020", 0, 0),
            ("disk", 3, "0.012000", "0.020000", "0.020000", 0, 0),
            ("connect", 1, "0.100000", "0.100000", "0.100000", 0, 0),
            ("firstByte", 1, "0.100000", "0.100000", "0.100000", 0, 0),
            ("download", 3, "0.500000", "0.500000", "0.500000", 1, 1),
            ("decode", 2, "0.060000", "0.080000", "0.080000", 0, 0),
            ("total", 5, "0.100000", "0.800000", "0.800000", 1, 1),
        ].map {
            #"{"stage":"\#($0)","count":\#($1),"p50":\#($2),"p95":\#($3),"max":\#($4),"cancelled":\#($5),"failed":\#($6)}"#
        }
        #expect(
            result.text == #"{"requests":5,"cancelled":1,"failed":1,"seconds":1.200000,"#
                + #""memory":{"hits":1,"misses":3,"hit_rate":0.25},"disk":{"hits":1,"misses":2,"hit_rate":0.3333},"#
                + #""downloaded_bytes":1000000,"downloaded_bytes_per_second":2000000,"disk_bytes":500000,"#
                + #""stages":[\#(stages.joined(separator: ","))]}"# + "\n")
    }

    @Test("Trace: image and sync write what each image took")
    func test_trace_showsWhatImageAndSyncWrote() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 3))
        let file = home.folder.url.appending(path: "trace.jsonl").path
        #expect(try await home.run("sync", "--trace", file, at: server.address).status == 0)
        let sync = try await home.run("trace", file, "--json")
        #expect(sync.text.hasPrefix(#"{"requests":3,"#))
        #expect(sync.text.contains(#""disk":{"hits":0,"misses":3,"#))
        let image = try #require(PrintedFeed(await home.run("feed", "--json", at: server.address)).items.first).image
        #expect(try await home.run("image", image, "--trace", file, at: server.address).status == 0)
        let one = try await home.run("trace", file, "--json")
        #expect(one.text.hasPrefix(#"{"requests":1,"#))
        #expect(one.text.contains(#""disk":{"hits":1,"misses":0,"#))
        await server.stop()
    }

    @Test("Trace: an empty trace says so, and as JSON has nothing but zeros and nulls")
    func test_trace_takesEmptyTrace() async throws {
        let text = try await trace("")
        #expect(text.status == 0)
        #expect(text.text == "No image was requested.\n")
        let json = try await trace("", ["--json"])
        #expect(json.text.contains(#""memory":{"hits":0,"misses":0,"hit_rate":null}"#))
        #expect(json.text.contains(#"{"stage":"total","count":0,"p50":null,"p95":null,"max":null,"#))
    }

    @Test("Trace: a file that is not there, or a folder, ends with 66")
    func test_trace_failsWithoutFile() async throws {
        let home = try Home()
        for path in ["/none.jsonl", ""] {
            let result = try await home.run("trace", home.folder.path + path)
            #expect(result.status == 66)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains("cannot be read: "))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "Trace: a file that is no trace ends with 65 and one line that names the line",
        arguments: [
            (2, "no json", "line 2 cannot be read."),
            (3, #"{"stage":"disk","url":"http://host/a","began":0,"outcome":"done"}"#, "in line 3, “ended” is missing"),
            (0, "\u{1B}[2J", "line 1 cannot be read."),
        ])
    func test_trace_failsForNoTrace(before: Int, line: String, message: String) async throws {
        let good = SampleTrace.lines.prefix(max(0, before - 1)).map { $0 + "\n" }.joined()
        let result = try await trace(good + line + "\n")
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(!result.errors.contains("\u{1B}"))
    }

    @Test("Trace: a trace of a killed program is shown but for its broken line, and standard error says so")
    func test_trace_showsCutTrace() async throws {
        let result = try await trace(SampleTrace.text + #"{"stage":"dis"#, ["--json"])
        #expect(result.status == 0)
        #expect(result.errors == "essential-feed: The last line is not complete: it is left out.\n")
        #expect(result.text.hasPrefix(#"{"requests":5,"#))
    }

    @Test("Trace: it speaks the session's language")
    func test_trace_speaksLanguageOfTheSession() async throws {
        let greek = try await trace(SampleTrace.text, environment: ["LANG": "el_GR.UTF-8"])
        #expect(greek.text.contains("Αιτήσεις"))
        let portuguese = try await trace("x\n", environment: ["LANG": "pt_BR.UTF-8"])
        #expect(portuguese.errors.contains("a linha 1 não pode ser lida."))
    }

    private func trace(
        _ text: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> TestProgram.Result {
        let home = try Home(environment: environment)
        let file = home.folder.url.appending(path: "trace.jsonl")
        try Data(text.utf8).write(to: file)
        return try await home.run(["trace", file.path] + arguments)
    }
}
