import BenchmarkKit
import DecoderProcess
import Foundation
import ImageDecoding
import ImageFormats

/// Decoding a photo in a process of its own, beside decoding it in this one: how much longer a picture takes, for a photo of
/// 4.2 megapixels and for a small one, and how soon the first picture is there when no decoder runs.
struct DecoderProcessBenchmark: Benchmark {
    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let pool = DecoderPool.built()
        var findings: [Finding] = []
        for (name, photo) in [
            ("4.2 megapixels", try Photo.ofAScreen()),
            ("0.3 megapixels", try Photo.jpeg(width: 640, height: 480, noise: 4, quality: 80)),
        ] {
            let works: [(Int) async throws -> Duration] = [
                { _ in try await Self.time { _ = try await pool.picture(of: photo, filling: .card) } },
                { _ in try await Self.time { _ = try PictureDecoder().decode(photo, filling: .card) } },
            ]
            let samples = try await Samples.interleaved(
                rounds: effort.rounds(200), warmUps: effort.warmUps(20), works)
            let more = samples[0].median - samples[1].median
            findings.append(
                Finding(
                    "a photo of \(name), decoded in another process",
                    floor: "in this one: \(Figure.time(samples[1].median))", measured: Figure.time(samples[0].median),
                    value: "+ \(Figure.time(more))", mark: "≤ 0.5 ms more", isMet: more <= .microseconds(500)))
        }
        await pool.close()
        return findings
    }

    private static func time(_ work: () async throws -> Void) async throws -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        try await work()
        return start.duration(to: clock.now)
    }
}
