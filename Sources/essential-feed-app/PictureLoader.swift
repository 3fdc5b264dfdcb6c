import EssentialFeed
import Foundation
import GtkKit
import Synchronization

/// The size at which pictures are shown now, told by the screen and read where they are decoded.
nonisolated final class ShownPictureSize: Sendable {
    private let size = Mutex(PictureSize(width: 552, height: 414))

    var current: PictureSize {
        get { size.withLock { $0 } }
        set { size.withLock { $0 = newValue } }
    }
}

/// Loads an image's bytes and decodes them at the size they are shown at, off the main thread (N030).
nonisolated struct PictureLoader: Sendable {
    let useCases: Task<UseCases, Never>
    let size: ShownPictureSize
    let decoder = PictureDecoder()
    let report: @Sendable (any Error) -> Void

    /// - Throws: the loader's error, ``PictureError``, or `CancellationError`.
    @concurrent
    func load(_ url: URL) async throws -> Texture {
        let useCases = await useCases.value
        let data = try await useCases.loadImageData.execute(url)
        try Task.checkCancellation()
        do {
            return try decoder.decode(data, filling: size.current)
        } catch {
            report(error)
            try await useCases.removeImageData(for: url)
            throw error
        }
    }
}
