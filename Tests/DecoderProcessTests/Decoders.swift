import DecoderProcess
import Foundation
import ImageFormats
import TestSupport

/// Decoders for one test, with their reports.
struct Decoders: Sendable {
    static let box = PixelSize(width: 40, height: 30)
    /// The folder of the built programs.
    static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    let pool: DecoderPool
    let reported = EventLog<DecoderError>()

    init(_ program: URL, limits: DecoderLimits = DecoderLimits()) {
        pool = DecoderPool(program: DecoderProgram(program), limits: limits) { [reported] error in
            if let error = error as? DecoderError { reported.append(error) }
        }
    }

    /// Decodes an image of `Tests/Pictures`.
    func picture(_ name: String = "plain.jpg") async throws -> DecodedPicture {
        try await pool.picture(of: TestPicture.data(name), filling: Self.box)
    }

    /// Makes the smaller sizes of an image of `Tests/Pictures`.
    func sizes(_ name: String = "plain.jpg", longEdges: [Int] = [30, 20]) async throws -> EncodedSizes {
        try await pool.sizes(of: TestPicture.data(name), longEdges: longEdges)
    }

    /// Runs a test's work, and ends the decoders.
    func run(_ work: (Decoders) async throws -> Void) async throws {
        do {
            try await work(self)
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    /// Limits for one decoder: a test knows which one decodes.
    static var one: DecoderLimits {
        var limits = DecoderLimits()
        limits.decoders = 1
        return limits
    }
}
