import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import GtkKit
import ImageFormats

/// The app's composition root: the stories of a server on its screens, over the `ServerSession` shared by all programs.
final class AppComposition {
    let environment: AppEnvironment
    private let infrastructure: SessionInfrastructure?
    let model: AppModel
    let signIns: SignInKeeper
    let places: FeedPlaces
    let data: StoredData
    /// Work that finishes in the background, such as closing the sessions of earlier servers.
    let tasks = TaskBag()
    /// The session opened before the window exists.
    var prepared: OpeningSession?

    init(_ environment: AppEnvironment, over infrastructure: SessionInfrastructure? = nil) {
        (self.environment, self.infrastructure) = (environment, infrastructure)
        model = AppModel(environment.settings)
        signIns = SignInKeeper(model, in: environment)
        places = FeedPlaces(in: environment)
        data = StoredData(model: model, signIns: signIns, places: places, environment: environment)
    }

    /// The cached feed at once; then the feed from the server, again when the connection returns.
    func feed(for flow: FeedFlow, on session: OpeningSession, seen: SeenFeed?) -> FeedController {
        FeedController(
            loadCached: { [weak flow] in
                await flow?.findPlace()
                return try await session.cachedFeed.value
            },
            load: { [weak flow] in
                await flow?.prepareLoad()
                do {
                    let page = try await session.session.value.loadFeed.load()
                    await flow?.loaded(page)
                    return page
                } catch let error as LoadFeedError {
                    await flow?.answered(with: error.remote)
                    throw error
                }
            },
            in: environment.screens, seen: seen, onOutput: { [weak flow] in flow?.handle($0) })
    }

    /// The pictures of the cards: from memory, else the cache, else the server. Those near the screen are preloaded.
    func pictures(on session: OpeningSession) -> FeedImageControllers<Texture> {
        FeedImageControllers(sizing: session.start.sizing(nil), look: session.look, load: session.load)
    }

    /// The newest images of each feed from the server, saved for offline use.
    func offlineSaving(on session: OpeningSession) -> OfflineSavingController {
        OfflineSavingController(
            .off, by: { [session = session.session] in await session.value.saveNewestImages },
            report: environment.report)
    }

    /// The comments of an image, from the server, beside its picture. New ones are sent to the server.
    func comments(
        of image: FeedImage, draft: CommentDraft, size: PixelSize, on session: OpeningSession
    ) -> (ImageCommentsController, FeedImageController<Texture>) {
        let server = session.session
        let load = { @Sendable in try await server.value.loadImageComments.load(imageID: image.id) }
        let send = { @Sendable (draft: CommentDraft) in
            try await server.value.sendImageComment.send(draft.text, id: draft.id, imageID: image.id)
        }
        let comments = ImageCommentsController(
            image: image, draft: draft, load: load, send: send, in: environment.screens)
        return (comments, FeedImageController(image: image, size: size, look: session.look, load: session.load))
    }

    /// An image of the feed as large as its box, with the next ones preloaded, and its animation. The box is the box of
    /// the picture in memory, until the viewer's size is known.
    func viewer(
        of image: FeedImage, in feed: (controller: FeedController, rows: [FeedImage]), on session: OpeningSession,
        box: PixelSize, onError: @escaping @MainActor (any Error) -> Void
    ) -> ImageViewerController<Texture> {
        let animation = AnimationController<Texture>(
            open: { [decoders = environment.decoders, session = session.session] image, size in
                let decoder = TextureDecoder(decoders)
                return try await session.value.loadAnimation { try await decoder.animation(of: $0) }
                    .load(image, shownAt: size)
            }, onError: onError)
        return ImageViewerController(
            ImageViewerState(showing: image, of: feed.rows),
            pictures: FeedImageControllers(
                nearRows: 2, sizing: .whole(in: box), look: session.look, load: session.load),
            texts: { feed.controller.texts(of: $0) }, animation: animation,
            onNearEnd: { feed.controller.retryLoadMore() })
    }

    /// `nil` if the user has never seen its feed, has opened it since, or is signed in and the sign-in can't be used
    /// unasked.
    func newImages(of server: RememberedServer) async throws -> NewImageCount? {
        guard let address = server.address, let seen = model.state.settings.seenFeeds[server.text] else { return nil }
        guard let signedIn = try await signIns.signedInQuietly(address) else { return nil }
        let count = try await context.withClient(of: signedIn) {
            try await CountNewImages(client: $0).count(at: signedIn, since: seen)
        }
        return model.state.settings.seenFeeds[server.text] == seen ? count : nil
    }

    /// Found by a client without a cache: wrong addresses leave nothing on the disk.
    func findServer(_ typed: TypedServerAddress, signIn: SignIn?) async throws -> ServerAddress {
        try await context.withClient { try await FindServer(client: $0).find(typed, signIn: signIn) }
    }

    func session(of server: OpenServer) -> OpeningSession {
        if let prepared, prepared.number == server.number {
            self.prepared = nil
            return prepared
        }
        var context = context
        context.options.keepsCache = server.isKept
        let start = FeedStart(
            sizing: { [settings = model.state.settings, screens = environment.screens] in
                settings.sizing(of: $0, in: screens)
            }, place: places.place(at: server))
        return OpeningSession(
            server, signIn: signIns.signIn(for: server), start: start, decoders: environment.decoders, in: context)
    }

    private var context: SessionContext {
        var context = environment.start.context(
            environment.network, model.state.settings, report: environment.report,
            reportCacheError: { [report = environment.report, model] error in
                report(error)
                Task { @MainActor in model.send(.cacheFailed(error.kind)) }
            })
        context.infrastructure = infrastructure
        return context
    }
}
