import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats

/// The viewer of one server's images, and what a person does with an image there.
final class ViewerFlow {
    /// Receives the image whose comments the person wants.
    var onComments: ((FeedImage) -> Void)?
    let controller: ImageViewerController<Texture>
    private(set) lazy var screen = ImageViewerScreen(
        controller: controller, language: surroundings.language,
        actions: ImageViewerScreen.Actions(
            onBack: { [weak window] in window?.navigator.goBack() },
            onComments: { [weak self] in self?.onComments?($0) },
            onSave: { [weak self] in self?.save($0) },
            onLink: { [weak window, report = surroundings.report] in window?.open($0, report: report) }))

    private let server: OpeningSession
    private let window: MainWindow
    private let surroundings: Surroundings
    private var saving: Task<Void, Never>?

    /// - Parameter box: The size at which the image's picture is in memory, until the size of the viewer is known.
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
            showing: image, of: rows,
            pictures: FeedImageControllers(
                nearRows: 2, sizing: .whole(in: box), look: { memory.picture(of: $0, size: $1) },
                load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) }),
            texts: { feed.texts(of: $0) }, animation: animation, onNearEnd: { feed.retryLoadMore() })
        screen.onCopied = { [weak window, language = surroundings.language] in
            window?.showToast(language.copied, seconds: 2)
        }
    }

    func close() {
        saving?.cancel()
        controller.stop()
    }

    // MARK: Saving a copy

    /// Loads the bytes of an image as they came from the server, and asks where to save them.
    private func save(_ image: FeedImage) {
        guard saving == nil else { return }
        saving = Task { [weak self, session = server.session, window, surroundings] in
            defer { self?.saving = nil }
            let language = surroundings.language
            do {
                let data = try await session.value.imageData(of: image)
                try Task.checkCancellation()
                let name = ImageFileName.suggested(
                    for: image, fallback: language.photo, format: ImageFormat(of: data))
                Self.save(data, suggesting: name, over: window, surroundings)
            } catch {
                guard !Task.isCancelled, !(error is CancellationError) else { return }
                surroundings.report(error)
                window.showToast(FeedImageError(error).message(in: language), seconds: 5)
            }
        }
    }

    /// Asks where bytes are to be saved, and saves them whole or not at all. The viewer may be closed in the meantime.
    private static func save(
        _ data: Data, suggesting name: String, over window: MainWindow, _ surroundings: Surroundings
    ) {
        let language = surroundings.language
        SaveDialog.ask(name: name, over: window.widget, language: language) { file in
            guard let file else { return window.showToast(language.notOnThisComputer) }
            let output = FileOutput(path: file.path(percentEncoded: false))
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
