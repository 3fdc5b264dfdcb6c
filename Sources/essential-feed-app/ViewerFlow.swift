import CAdwaita
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Files
import Foundation
import GtkKit
import ImageFormats

/// The viewer of one server's images and its actions.
final class ViewerFlow {
    /// Receives the image whose comments the user wants to see.
    var onComments: ((FeedImage) -> Void)?
    /// Receives the image to copy to the clipboard.
    var onCopy: ((FeedImage) -> Void)?
    /// Receives the image to save to a file.
    var onSave: ((FeedImage) -> Void)?
    let controller: ImageViewerController<Texture>
    private(set) lazy var screen = ImageViewerScreen(
        controller: controller, language: surroundings.language,
        actions: ImageViewerScreen.Actions(
            onBack: { [weak window] in window?.navigator.goBack() },
            onComments: { [weak self] in self?.onComments?($0) },
            onCopy: { [weak self] in self?.onCopy?($0) }, onSave: { [weak self] in self?.onSave?($0) },
            onLink: { [weak window, report = surroundings.report] in window?.open($0, report: report) }))

    private let server: OpeningSession
    private let window: MainWindow
    private let surroundings: Surroundings

    /// - Parameter box: The size of the image's picture in memory, used until the size of the viewer is known.
    init(
        of image: FeedImage, among rows: [FeedImage], in feed: FeedController, on server: OpeningSession,
        box: PixelSize, window: MainWindow, surroundings: Surroundings
    ) {
        self.server = server
        self.window = window
        self.surroundings = surroundings
        let (memory, session) = (server.memory, server.session)
        let animation = AnimationController<Texture>(
            open: { [decoders = surroundings.decoders] image, size in
                let decoder = TextureDecoder(decoders)
                return try await session.value.loadAnimation { try await decoder.animation(of: $0) }
                    .load(image, shownAt: size)
            },
            onError: { [weak window, report = surroundings.report, language = surroundings.language] error in
                report(error)
                window?.showToast(language.cannotPlay, seconds: 5)
            })
        controller = ImageViewerController(
            ImageViewerState(showing: image, of: rows),
            pictures: FeedImageControllers(
                nearRows: 2, sizing: .whole(in: box), look: { memory.picture(of: $0, size: $1) },
                load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) }),
            texts: { feed.texts(of: $0) }, animation: animation, onNearEnd: { feed.retryLoadMore() })
    }

    func close() {
        controller.stop()
    }
}

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
