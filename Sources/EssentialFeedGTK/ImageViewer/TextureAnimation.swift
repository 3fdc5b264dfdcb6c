import DecoderProcess
import EssentialFeed
import GtkKit
import ImageFormats

/// An animation whose frames are textures, decoded in separate processes.
nonisolated struct TextureAnimation: Animation {
    private let animation: DecoderAnimation

    init(_ animation: DecoderAnimation) {
        self.animation = animation
    }

    var header: AnimationInfo { animation.header }

    func next() async throws -> [Texture] { try await animation.next().map { Texture($0) } }
}
