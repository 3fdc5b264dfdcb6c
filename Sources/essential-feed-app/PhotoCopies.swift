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
    private let environment: AppEnvironment
    private var loading: Task<Void, Never>?

    init(on server: OpeningSession, window: MainWindow, in environment: AppEnvironment) {
        session = server.session
        self.window = window
        self.environment = environment
    }

    /// Cancels a copy whose photo is still loading.
    func stop() {
        loading?.cancel()
    }

    /// Copies a photo to the clipboard.
    func copy(_ image: FeedImage) {
        load(image) { [window, environment] data in
            let decoder = TextureDecoder(environment.decoders)
            let texture = try await decoder.decode(data, for: ImageHeader(of: data).uprightSize)
            try Task.checkCancellation()
            gdk_clipboard_set_texture(gtk_widget_get_clipboard(window.widget.pointer), texture.pointer)
            window.showToast(environment.language.copied, seconds: 2)
        }
    }

    /// Asks where to save a photo, and saves its original bytes from the server atomically.
    func save(_ image: FeedImage) {
        load(image) { [window, environment] data in
            let language = environment.language
            let name = ImageFileName.suggested(for: image, fallback: language.photo, format: ImageFormat(of: data))
            let size = try ImageHeader(of: data).uprightSize
            SaveDialog.ask(name: name, size: size, over: window.widget, language: language) { file in
                guard let file else { return window.showToast(language.notOnThisComputer) }
                let output = AtomicFile(
                    file.path(percentEncoded: false), permissions: nil, followsLinks: true)
                Task {
                    do {
                        try await environment.copies.run { try output.write(data) }
                        window.showToast(language.saved, seconds: 2)
                    } catch {
                        environment.report(error)
                        window.showToast(language.cannotSave)
                    }
                }
            }
        }
    }

    /// Loads the bytes of a photo. A new request cancels a load that is still running.
    private func load(_ image: FeedImage, then use: @escaping (Data) async throws -> Void) {
        loading?.cancel()
        loading = Task { [session, window, environment] in
            do {
                let data = try await session.value.imageData(of: image)
                try Task.checkCancellation()
                try await use(data)
            } catch {
                guard !Task.isCancelled, !(error is CancellationError) else { return }
                environment.report(error)
                window.showToast(FeedImageError(error).message(in: environment.language), seconds: 5)
            }
        }
    }
}
