import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImagePipeline

/// The feed of one server and the comments that are opened from it: screens, controllers and use cases put together.
final class FeedFlow {
    private let window: MainWindow
    private let language: Language
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    /// Whether the images of the feed are brought in quietly (N032).
    var keepsImagesOffline = true
    /// Told once a feed has come from the server.
    var onAnswer: (() -> Void)?
    /// Told, once, that the server asks for a name and a password, or does not believe those that it was given.
    var onSignInNeeded: (() -> Void)?
    private(set) var needsSignIn = false
    let address: ServerAddress
    private var isInForeground = false
    private let useCases: Task<UseCases, Never>
    private let pictures: FeedImageControllers<Texture>
    private let newestPage: AsyncStream<FeedPage>
    private let controller: FeedController
    private let screen: FeedScreen
    private var comments: (controller: ImageCommentsController, screen: ImageCommentsScreen)?
    private var minutes: Task<Void, Never>?
    private var savingImages: Task<Void, Never>?

    init(
        _ server: OpenServer, window: MainWindow, language: Language,
        now: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void,
        onFirstPictures: @escaping @MainActor () -> Void
    ) {
        let (useCases, memory, savedPage) = (server.useCases, server.memory, server.savedPage)
        self.useCases = useCases
        address = server.address
        self.window = window
        self.language = language
        self.now = now
        self.report = report
        pictures = FeedImageControllers(
            size: server.pictureSize, look: { memory.picture(for: $0, size: $1, fallback: .anySize) },
            load: { try await useCases.value.pictures.picture(for: $0, ticket: $1) })
        let events = Events()
        let (newestPage, pages) = AsyncStream.makeStream(of: FeedPage.self, bufferingPolicy: .bufferingNewest(1))
        self.newestPage = newestPage
        controller = FeedController(
            loadSaved: { try await savedPage.load() },
            load: {
                do {
                    let page = try await useCases.value.loadFeed.execute()
                    await events.loaded(after: page.origin.error)
                    return page.observed { pages.yield($0) }
                } catch let error as LoadFeedError {
                    await events.loaded(after: error.remote)
                    throw error
                }
            },
            now: now, language: language, reconnectClock: ContinuousClock(),
            onSelect: { events.onSelect?($0) }, report: report)
        screen = FeedScreen(
            controller: controller, pictures: pictures, menu: window.menu.opaque, language: language)
        screen.onFirstPictures = onFirstPictures
        events.onSelect = { [weak self] in self?.openComments(of: $0) }
        events.onLoaded = { [weak self] in self?.loaded(after: $0) }
    }

    func start() {
        window.navigator.start(with: screen.root)
        window.leaveFocus()
        window.navigator.onBack = { [weak self] in self?.closeComments() }
        controller.appear()
        savingImages = Task { [weak self, newestPage] in
            for await page in newestPage { await self?.saveImages(of: page) }
        }
        minutes = Task { [weak self] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(60), tolerance: .seconds(10))
                    self?.controller.timePassed()
                    self?.comments?.controller.timePassed()
                }
            } catch {
                // Cancelled: the feed is closed.
            }
        }
    }

    /// The size that pictures are shown at.
    var pictureSize: PixelSize { pictures.pictureSize }

    /// Memory is short, or is not any more.
    func memoryPressure(_ isOn: Bool) {
        Task { [useCases] in await useCases.value.pictures.memoryPressure(isOn) }
    }

    func refresh() {
        if let comments { comments.controller.refresh() } else { controller.refresh() }
    }

    /// Whether somebody may look at the screens (N005).
    func foregroundChanged(_ isInForeground: Bool) {
        self.isInForeground = isInForeground
        controller.foregroundChanged(isInForeground)
        comments?.controller.foregroundChanged(isInForeground)
    }

    /// Takes away what lies over the feed.
    func uncover() {
        guard comments != nil else { return }
        closeComments()
        window.navigator.start(with: screen.root)
    }

    /// N005.
    func connectionMayHaveReturned() {
        controller.connectionMayHaveReturned()
        comments?.controller.connectionMayHaveReturned()
    }

    /// B273, B274.
    func leaveForeground() {
        let report = report
        let useCases = useCases
        Task { await useCases.value.validateCaches(report: report) }
    }

    /// Cancels everything, validates the cache and closes it.
    func close() async {
        minutes?.cancel()
        savingImages?.cancel()
        closeComments()
        controller.stop()
        pictures.stop()
        // A cache that another program uses is not waited for any longer.
        useCases.cancel()
        await useCases.value.close(report: report)
    }

    /// - Parameter error: why the server gave no feed; `nil` where it did.
    private func loaded(after error: RemoteError?) {
        guard let error else {
            needsSignIn = false
            onAnswer?()
            onAnswer = nil
            return
        }
        needsSignIn = error.isUnauthorized
        guard needsSignIn else { return }
        onSignInNeeded?()
        onSignInNeeded = nil
    }

    /// N032. A page that comes meanwhile is next, with all images before it.
    private func saveImages(of page: FeedPage) async {
        guard keepsImagesOffline, page.origin.isRemote else { return }
        do {
            _ = try await useCases.value.saveFeedImages.save(page.images.map(\.url))
        } catch {
            if !Task.isCancelled { report(error) }
        }
    }

    /// B275.
    private func openComments(of image: FeedImage) {
        guard comments == nil else { return }
        let useCases = useCases
        let id = image.id
        let controller = ImageCommentsController(
            load: { try await useCases.value.loadImageComments.execute(imageID: id) }, now: now, language: language,
            reconnectClock: ContinuousClock())
        let screen = ImageCommentsScreen(controller: controller, language: language) { [weak window] in
            window?.navigator.goBack()
        }
        comments = (controller, screen)
        window.navigator.push(screen.root)
        controller.appear()
        controller.foregroundChanged(isInForeground)
    }

    private func closeComments() {
        comments?.controller.stop()
        comments = nil
        screen.returnFocus()
    }

    private final class Events {
        var onSelect: ((FeedImage) -> Void)?
        var onLoaded: ((RemoteError?) -> Void)?

        func loaded(after error: RemoteError?) { onLoaded?(error) }
    }
}

nonisolated extension FeedOrigin {
    /// Why the server gave no feed; `nil` where it did, or was not asked.
    fileprivate var error: RemoteError? {
        if case .cache(let error) = self { error } else { nil }
    }
}
