import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
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
            showing: image, of: rows,
            pictures: FeedImageControllers(
                nearRows: 2, sizing: .whole(in: box), look: { memory.picture(of: $0, size: $1) },
                load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) }),
            texts: { feed.texts(of: $0) }, animation: animation, onNearEnd: { feed.retryLoadMore() })
    }

    func close() {
        controller.stop()
    }
}
