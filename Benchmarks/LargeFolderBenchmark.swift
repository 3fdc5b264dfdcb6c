import BenchmarkKit
import struct BenchmarkKit.Finding
import EssentialFeed
import EssentialFeedServer
import Foundation
import SystemPackage

/// A folder of 1,000,000 photos: a page of its catalog after any photo, beside the same query by SQLite's C functions, and
/// the memory that a server keeps which has nothing to do.
struct LargeFolderBenchmark: Benchmark {
    /// The server reads one photo more than a page has, to know whether another page follows.
    private static let photosRead = FeedQuery.defaultLimit + 1
    private static let pageMark = Duration.microseconds(60)

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
            if size.count == sizes.last?.count { findings.append(try await page(of: photos, effort)) }
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

    private func page(of photos: ManyPhotos, _ effort: Effort) async throws -> Finding {
        let catalog = try CatalogFile(name: photos.catalog, in: photos.catalogs).open(
            root: FilePath(photos.photos.path), settings: CatalogSettings(zone: .gmt, now: { Date() }))
        let connection = try SQLiteConnection(photos.database, isReadOnly: true)
        let floor = try CatalogPages(connection)
        let count = effort.count(2_000, quick: 50)
        func page(_ cursor: UUID) throws -> [ListedPhoto] {
            try catalog.page(after: cursor, limit: Self.photosRead) ?? []
        }
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(16), warmUps: effort.warmUps(2),
            [false, true].map { isFloor in
                { _ in
                    let cursors = try floor.anyPhotos(count, of: photos.count - Self.photosRead)
                    let before = try ThisProcess.processorTime()
                    for cursor in cursors {
                        let isWhole =
                            try isFloor
                            ? floor.page(after: cursor, limit: Self.photosRead).count == Self.photosRead
                            : page(cursor).count == Self.photosRead
                        try BenchmarkFailure.check(isWhole, "a page is not whole")
                    }
                    return (try ThisProcess.processorTime() - before) / count
                }
            })
        for cursor in try floor.anyPhotos(count, of: photos.count - Self.photosRead) {
            try BenchmarkFailure.check(
                try page(cursor).map(\.id) == floor.page(after: cursor, limit: Self.photosRead).map(\.id),
                "the catalog and SQLite return different photos")
        }
        let (ours, theirs) = (samples[0].median, samples[1].median)
        return Finding(
            "a page after any of 1,000,000 photos, from the catalog, CPU",
            floor: "the same query by SQLite's C API: \(Figure.time(theirs))", measured: Figure.time(ours),
            value: "+\(Figure.time(ours - theirs))", mark: "≤ +60 µs", isMet: ours - theirs <= Self.pageMark)
    }
}
