import BenchmarkKit
import EssentialFeed
import Foundation

/// The server process's processor time for answering with an image of 60 KB, beside nginx sending the same file under
/// the same load.
struct ImageAnswerBenchmark: Benchmark {
    private static let byteCount = 60_000
    private static let connections = 8

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photos = folder.appending(path: "photos")
        try PhotoFolder.fill(photos, count: 1, byteCount: Self.byteCount)
        let server = try ServerProcess(
            programs.essentialFeed, ["serve", photos.path, "--port", "0", "--public"],
            environment: ["XDG_STATE_HOME": folder.path], errors: folder.appending(path: "access.log").path)
        defer { server.stop() }
        let subject = try LoadGenerator(server.address, connections: Self.connections)
        let image = try FeedPayload.decode(try subject.body(Route.feed.path))[0].url.path

        let nginx = try NginxServer(serving: photos, in: folder)
        defer { nginx.stop() }
        let peer = try nginx.load(connections: Self.connections)
        let file = "/photo-00000.jpg"
        try BenchmarkFailure.check(
            try subject.body(image) == (try peer.body(file)), "the servers do not send the same bytes")

        let constant = try ServerProcess(programs.bench, [ConstantServer.argument, "\(Self.byteCount)"])
        defer { constant.stop() }
        let framework = try LoadGenerator(constant.address, connections: Self.connections)

        let (ours, theirs) = ([server.process.id], try nginx.processes())
        func paths(_ path: String) -> [String] {
            Array(repeating: path, count: effort.count(2_000, quick: 50))
        }
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(16), warmUps: effort.warmUps(2),
            [
                { _ in try subject.cost(of: paths(image), Self.byteCount, of: ours) },
                { _ in try peer.cost(of: paths(file), Self.byteCount, of: theirs) },
                { _ in try framework.cost(of: paths(file), Self.byteCount, of: [constant.process.id]) },
            ])
        return [
            Finding(
                "an image of 60 KB from the server, CPU per request", samples[0].median, floor: "nginx, one worker",
                samples[1].median, mark: 5),
            Finding("the same", samples[0].median, floor: "Hummingbird, a constant of 60 KB", samples[2].median),
        ]
    }
}
