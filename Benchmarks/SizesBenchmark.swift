import BenchmarkKit
import EssentialFeed
import Foundation

/// The time from the start of a server until it has made the smaller sizes of all photos, and how long others wait in
/// the meantime, beside libvips in as many processes as cores, which makes the smaller sizes from the largest one.
struct SizesBenchmark: Benchmark {
    private static let interval = Duration.milliseconds(5)

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let count = effort.count(100, quick: 3)
        let photos = folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        // A surface like a landscape, which each photo shows from another place.
        try Self.shell(
            """
            vips fractsurf surface.v 4000 3000 2.4
            vips scale surface.v grey.v
            for shift in 700 1900; do vips wrap grey.v $shift.v --x $shift --y $shift; done
            vips bandjoin 'grey.v 700.v 1900.v' colour.v
            for number in $(seq \(count)); do
                vips wrap colour.v photos/$number.jpg[Q=90] --x $((number * 37)) --y $((number * 53))
            done
            """, in: folder)
        var waiting = Samples()
        var quiet = Samples()
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(3), warmUps: 0,
            [
                { _ in try sizes(of: photos, count, in: folder, &waiting, &quiet) },
                { _ in
                    let clock = ContinuousClock()
                    return try clock.measure {
                        try Self.shell(
                            """
                            rm -rf sizes && mkdir sizes
                            ls photos | xargs -P $(nproc) -I FILE sh -c '
                                vipsthumbnail photos/FILE -s 2048 -o "$PWD/sizes/2048-FILE[Q=80]"
                                for size in 1080 480; do
                                    vipsthumbnail sizes/2048-FILE -s $size -o "$PWD/sizes/$size-FILE[Q=80]"
                                done'
                            """, in: folder)
                    }
                },
            ])
        return [
            Finding(
                "three smaller sizes of \(count) photos of 12 megapixels", samples[0].median,
                floor: "vipsthumbnail on all cores", samples[1].median, mark: 0.3),
            Finding("others' p99 meanwhile", waiting.p99, floor: "quiet", quiet.p99, mark: 1.5),
        ]
    }

    private func sizes(
        of photos: URL, _ count: Int, in folder: URL, _ waiting: inout Samples, _ quiet: inout Samples
    ) throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        let state = folder.appending(path: "state")
        let server = try ImportingServer(programs.essentialFeed, serving: photos, state: state)
        defer { server.stop() }
        try server.waitUntilComplete()
        let client = SteadyClient(server.server.address, [Route.feed.path], interval: Self.interval)
        try server.waitUntilSized()
        let time = start.duration(to: clock.now)
        waiting.append(try client.stop())
        try server.server.process.waitUntilIdle()
        let quietClient = SteadyClient(server.server.address, [Route.feed.path], interval: Self.interval)
        usleep(2_000_000)
        quiet.append(try quietClient.stop())
        let made = try server.photoCount()
        try BenchmarkFailure.check(made == count, "\(made) of \(count) photos are in the feed")
        server.stop()
        try FileManager.default.removeItem(at: state)
        return time
    }

    private static func shell(_ script: String, in folder: URL) throws {
        let shell = try ChildProcess(URL(filePath: "/bin/sh"), ["-ec", "cd \"$1\"\n" + script, "sh", folder.path])
        try BenchmarkFailure.check(
            shell.wait().status == 0, "vips failed: run `make bench`, which installs libvips-tools")
    }
}
