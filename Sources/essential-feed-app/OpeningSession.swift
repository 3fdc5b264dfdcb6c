import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import GtkKit
import ImagePipeline

/// How the feed's screen starts: as it was at the end of the last session.
struct FeedStart {
    let sizing: @Sendable (FeedPage?) -> PictureSizing
    let place: Task<FeedPlace?, Never>
}

/// A server's session, which opens while the window is made, with its cached feed and the feed's first pictures.
struct OpeningSession {
    /// The number of pictures of the cached feed that are loaded before their cards exist.
    private nonisolated static let firstPictureCount = 12

    /// The most memory for pictures while no one looks at them, in bytes: a screen's, and those beside the viewer's.
    private nonisolated static let restingBytes = 24 << 20

    let number: Int
    let start: FeedStart
    let session: Task<ServerSession<Texture>, Never>
    /// Throws `LoadFeedError` if no valid feed is cached.
    let cachedFeed: Task<FeedPage, any Error>
    private let signIn: SavedSignIn
    private let memory: PictureCache<Texture>
    private let firstPictures: Task<Void, Never>

    /// The cache doesn't depend on the sign-in. The decoders are started here to be ready for the first pictures.
    init(
        _ server: OpenServer, signIn: SavedSignIn, start: FeedStart, decoders: DecoderPool,
        in context: SessionContext
    ) {
        decoders.prepare()
        number = server.number
        (self.signIn, self.start) = (signIn, start)
        let memory = PictureCache<Texture>()
        self.memory = memory
        // Detached, because the main actor doesn't run jobs before GTK's loop does.
        let session = Task.detached { [address = server.address] in
            await ServerSession.open(
                address, signIn: { await signIn.found }, memory: memory, decoder: TextureDecoder(decoders),
                in: context)
        }
        self.session = session
        let cachedFeed = Task.detached { try await session.value.loadFeed.loadCached() }
        self.cachedFeed = cachedFeed
        firstPictures = Task.detached { await Self.loadFirstPictures(of: cachedFeed, start, session.value) }
    }

    var look: FeedImageController<Texture>.Look { { [memory] in memory.picture(of: $0, size: $1) } }

    var load: FeedImageController<Texture>.Load {
        { [session] in try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) }
    }

    /// Gives back the memory of the oldest pictures if none was needed since the last call.
    func rest() { if memory.shrinkUnlessUsed(to: Self.restingBytes) { SystemMemory.giveBack() } }

    /// Gives back the memory of all pictures that aren't on the screen.
    func dropPictures() {
        memory.removeAll()
        SystemMemory.giveBack()
    }

    var person: String? { get async { await signIn.found?.user } }

    /// The sign-in that a server requires when it refuses requests.
    var refusal: SignInRequest {
        get async { SignInRequest(refusing: await signIn.task.result, isInvitation: signIn.isInvitation) }
    }

    /// Closes the session as soon as it is open.
    nonisolated func close(report: @Sendable (any Error) -> Void) async {
        // Stops waiting for a keyring's prompt to the user, and for a cache in use by another program.
        signIn.task.cancel()
        session.cancel()
        firstPictures.cancel()
        await session.value.close { _, error in error.map(report) }
    }

    private nonisolated static func loadFirstPictures(
        of feed: Task<FeedPage, any Error>, _ start: FeedStart, _ session: ServerSession<Texture>
    ) async {
        // The feed's screen reports errors.
        guard case .success(let page) = await feed.result else { return }
        let card = await start.place.value?.card(in: page.images)
        let top = card.flatMap { card in page.images.firstIndex { $0.id == card.id } } ?? 0
        let sizing = start.sizing(page)
        await withTaskGroup(of: Void.self) { group in
            for position in page.images.indices[top...].prefix(firstPictureCount) {
                let image = page.images[position]
                group.addTask {
                    do {
                        _ = try await session.pictures.load(
                            FeedImageRequest(image, size: sizing.size(of: image, at: position), priority: .preload))
                    } catch {
                        // The image's card reports errors.
                    }
                }
            }
        }
    }
}
