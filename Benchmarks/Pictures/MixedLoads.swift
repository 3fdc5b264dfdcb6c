import BenchmarkKit
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Loads images of all kinds from a folder through the pipeline and decodes them, as the app does, but keeps none.
///
/// Runs in a separate process, which has decoder processes. It is started with the hidden argument ``argument``, the
/// folder and the number of images. Prints the peak memory of all of them before and after the loads, in bytes, and how
/// many images became pictures, were refused, and couldn't be decoded.
enum MixedLoads {
    static let argument = "load-mixed"
    /// How many images are requested at a time, as for a screen and its surroundings.
    private static let width = 16

    private struct Folder: ImageSource {
        func cached(_ url: URL) async throws -> Data? { nil }
        func fetch(_ url: URL) async throws -> Data { try Data(contentsOf: url.deletingLastPathComponent()) }
        func remove(_ url: URL) async throws {}
    }

    private enum Outcome {
        case picture, refused, undecodable
    }

    static func run(from folder: URL, count: Int) async throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let decoder = TextureDecoder(.built())
        let pipeline = ImageLoader(source: Folder(), decoder: decoder, memory: PictureCache(limit: 0))
        // The decoders run before anything is measured.
        _ = try await decoder.decode(Photo.jpeg(width: 64, height: 48, noise: 4, quality: 50), for: .card)
        let before = try ThisProcess.peakMemoryWithChildren()
        var outcomes: [Outcome: Int] = [:]
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for number in 0..<count {
                if number >= width, let outcome = try await group.next() { outcomes[outcome, default: 0] += 1 }
                // One URL for each load of a file, so none is in memory.
                let url = folder.appending(path: files[number % files.count]).appending(path: "\(number)")
                group.addTask { try await load(url, pipeline) }
            }
            for try await outcome in group { outcomes[outcome, default: 0] += 1 }
        }
        let figures = [
            before, try ThisProcess.peakMemoryWithChildren(), outcomes[.picture] ?? 0, outcomes[.refused] ?? 0,
            outcomes[.undecodable] ?? 0,
        ]
        print(figures.map { "\($0)" }.joined(separator: " "))
    }

    private static func load(_ url: URL, _ pipeline: ImageLoader<Texture>) async throws -> Outcome {
        do {
            _ = try await pipeline.picture(for: ImageRequest(url, size: .card))
            return .picture
        } catch is ImageLoaderError {
            return .refused
        } catch let error as PictureError {
            if case .tooLarge = error { return .refused }
            return .undecodable
        }
    }
}
