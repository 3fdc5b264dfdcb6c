import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK

final class Details {
    let screen: ImageDetailsScreen
    private let session: OpeningSession
    private let environment: AppEnvironment
    private var task: Task<Void, Never>?

    init(on session: OpeningSession, isPane: Bool, of app: AppComposition, onClose: @escaping () -> Void) {
        self.session = session
        environment = app.environment
        screen = ImageDetailsScreen(isPane: isPane, language: environment.language, onClose: onClose)
    }

    isolated deinit { task?.cancel() }

    /// Shows an image's known details at once, and the cache's details when they arrive.
    func show(_ image: FeedImage) {
        let language = environment.language
        screen.display(ImageDetailsPresenter.map(image, saved: nil, isCacheKnown: false, language: language))
        task?.cancel()
        task = Task { [screen, session = session.session, report = environment.report] in
            do {
                let saved = try await session.value.savedImage(of: image)
                try Task.checkCancellation()
                screen.display(ImageDetailsPresenter.map(image, saved: saved, language: language))
            } catch {
                if !Task.isCancelled { report(error) }
            }
        }
    }
}
