import BenchmarkKit
import struct BenchmarkKit.Finding
import EssentialFeed
import Foundation

/// The memory of an idle server, over a folder of up to 1,000,000 photos.
struct LargeFolderBenchmark: Benchmark {
    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let sizes: [(name: String, count: Int, mark: Int)] = [
            ("10,000 photos", effort.count(10_000, quick: 200), 60_000_000),
            ("1,000,000 photos", effort.count(1_000_000, quick: 2_000), 250_000_000),
        ]
        let onePhoto = try idleMemory(try photos(1, in: folder))
        var findings: [Finding] = []
        for size in sizes {
            let photos = try photos(size.count, in: folder)
            let memory = try idleMemory(photos)
            findings.append(
                Finding(
                    "resident memory of an idle server, \(size.name)",
                    floor: "with one photo: \(Figure.megabytes(onePhoto))", measured: Figure.megabytes(memory),
                    value: Figure.ratio(Double(memory) / Double(onePhoto)), mark: "≤ \(Figure.megabytes(size.mark))",
                    isMet: memory <= size.mark))
            try FileManager.default.removeItem(at: photos.photos)
        }
        return findings
    }

    private func photos(_ count: Int, in folder: URL) throws -> ManyPhotos {
        try ManyPhotos(count, in: folder.appending(path: "\(count)"), servedBy: programs.essentialFeed)
    }

    /// Starts a server and returns its memory once it has been through the folder and rests.
    private func idleMemory(_ photos: ManyPhotos) throws -> Int {
        let server = try photos.serve()
        defer { server.stop() }
        let client = try LoadGenerator(server.address, connections: 1)
        _ = try client.body(Route.feed.path)
        try server.process.waitUntilIdle()
        let memory = try server.process.residentMemory()
        server.stop()
        try photos.check()
        return memory
    }
}
