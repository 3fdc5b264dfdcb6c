import CAdwaita
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Files
import Foundation
import GtkKit
import ImageFormats

/// Copies the photos of one server to the clipboard and to files. Each copy has the highest available resolution,
/// regardless of the size on the screen.
final class PhotoCopies {
    private let session: Task<ServerSession<Texture>, Never>
    private let window: MainWindow
    private let surroundings: Surroundings
    private var loading: Task<Void, Never>?

    init(on server: OpeningSession, window: MainWindow, surroundings: Surroundings) {
        session = server.session
        self.window = window
        self.surroundings = surroundings
    }

    /// Cancels a copy whose photo is still loading.
    func stop() {
        loading?.cancel()
    }

    /// Copies a photo to the clipboard.
    func copy(_ image: FeedImage) {
        load(image) { [window, surroundings] data in
            let decoder = TextureDecoder(surroundings.decoders)
            let texture = try await decoder.decode(data, for: ImageHeader(of: data).uprightSize)
            try Task.checkCancellation()
            gdk_clipboard_set_texture(gtk_widget_get_clipboard(window.widget.pointer), texture.pointer)
            window.showToast(surroundings.language.copied, seconds: 2)
        }
    }

    /// Asks where to save a photo, and saves its original bytes from the server atomically.
    func save(_ image: FeedImage) {
        load(image) { [window, surroundings] data in
            let language = surroundings.language
            let name = ImageFileName.suggested(for: image, fallback: language.photo, format: ImageFormat(of: data))
            let size = try ImageHeader(of: data).uprightSize
            SaveDialog.ask(name: name, size: size, over: window.widget, language: language) { file in
                guard let file else { return window.showToast(language.notOnThisComputer) }
                let output = AtomicFile(
                    file.path(percentEncoded: false), permissions: nil, followsLinks: true)
                Task {
                    do {
                        try await surroundings.copies.run { try output.write(data) }
                        window.showToast(language.saved, seconds: 2)
                    } catch {
                        surroundings.report(error)
                        window.showToast(language.cannotSave)
                    }
                }
            }
        }
    }

    /// Loads the bytes of a photo. A new request cancels a load that is still running.
    private func load(_ image: FeedImage, then use: @escaping (Data) async throws -> Void) {
        loading?.cancel()
        loading = Task { [session, window, surroundings] in
            do {
                let data = try await session.value.imageData(of: image)
                try Task.checkCancellation()
                try await use(data)
            } catch {
                guard !Task.isCancelled, !(error is CancellationError) else { return }
                surroundings.report(error)
                window.showToast(FeedImageError(error).message(in: surroundings.language), seconds: 5)
            }
        }
    }
}
