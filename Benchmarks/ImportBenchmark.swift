import BenchmarkKit
import Crypto
import EssentialFeed
import Foundation
import Synchronization

/// The time from the start of a server to the end of its first import, beside reading the same files and their SHA-256
/// digests on all cores.
struct ImportBenchmark: Benchmark {
    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let photos = try CameraPhotos(effort.count(1_000, quick: 20), in: folder.appending(path: "photos"))
        var processor = (ours: Samples(), theirs: Samples())
        let warmUps = effort.warmUps(1)
        let samples = try await Samples.interleaved(
            rounds: effort.rounds(6), warmUps: warmUps,
            [
                { round in
                    let (time, processorTime) = try importAll(photos, state: folder.appending(path: "state"))
                    if round >= warmUps { processor.ours.append(processorTime) }
                    return time
                },
                { round in
                    let (time, processorTime) = try Self.digestAll(photos.files)
                    if round >= warmUps { processor.theirs.append(processorTime) }
                    return time
                },
            ])
        let floor = "reading them and their SHA-256 on all cores"
        return [
            Finding(
                "import of 1,000 photos of 2 MB, without sizes", samples[0].median, floor: floor, samples[1].median,
                mark: 1.2),
            Finding("the same, processor time", processor.ours.median, floor: floor, processor.theirs.median),
        ]
    }

    private func importAll(_ photos: CameraPhotos, state: URL) throws -> (time: Duration, processorTime: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        // Without a decoder, no sizes are made meanwhile.
        let server = try ImportingServer(
            programs.essentialFeed, serving: photos.folder, state: state,
            environment: ["ESSENTIAL_FEED_DECODER": "/dev/null"])
        defer { server.stop() }
        try server.waitUntilComplete()
        let time = start.duration(to: clock.now)
        let processorTime = try server.server.process.processorTime()
        let count = try server.photoCount()
        try BenchmarkFailure.check(
            count == photos.files.count, "\(count) of \(photos.files.count) photos were imported")
        server.stop()
        try FileManager.default.removeItem(at: state)
        return (time, processorTime)
    }

    private static func digestAll(_ files: [URL]) throws -> (time: Duration, processorTime: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let before = try ThisProcess.processorTime()
        let next = Atomic(0)
        let digested = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: ProcessInfo.processInfo.activeProcessorCount) { _ in
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < files.count else { return }
                if digest(files[index], buffer) == CameraPhotos.byteCount { digested.add(1, ordering: .relaxed) }
            }
        }
        try BenchmarkFailure.check(digested.load(ordering: .relaxed) == files.count, "a file was not read whole")
        return (start.duration(to: clock.now), try ThisProcess.processorTime() - before)
    }

    /// Computes a file's digest.
    /// - Returns: The number of bytes read.
    private static func digest(_ file: URL, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var hash = SHA256()
        var total = 0
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { break }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            total += count
        }
        withExtendedLifetime(hash.finalize()) {}
        return total
    }
}
