import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// A server whose session opens while the window is being set up, with its cached feed and the first pictures of that feed.
struct OpeningSession {
    /// How many pictures of the cached feed are decoded before there are cards for them.
    private nonisolated static let firstPictures = 3

    let address: ServerAddress
    /// The sizes at which pictures were shown last.
    let sizing: PictureSizing
    /// Delivers where the person was at the end of the last session; `nil` if that isn't known.
    let place: Task<FeedPlace?, Never>
    let memory: PictureCache<Texture>
    let session: Task<ServerSession<Texture>, Never>
    private let signIn: Task<SignIn?, Never>
    /// Throws `LoadFeedError` if no valid feed is cached.
    let cachedFeed: Task<FeedPage, any Error>

    /// - Parameters:
    ///   - signIn: Delivers the name and the password that the server asks for. They lead to the same cache.
    ///   - sizing: The sizes at which pictures were shown last.
    ///   - place: Delivers where the person was at the end of the last session.
    ///   - decoders: Decode the pictures. They are started now, so that the first pictures find them ready.
    init(
        _ address: ServerAddress, signIn: Task<SignIn?, Never>, sizing: PictureSizing,
        place: Task<FeedPlace?, Never>, decoders: DecoderPool, in context: SessionContext
    ) {
        decoders.prepare()
        self.address = address
        self.signIn = signIn
        self.sizing = sizing
        self.place = place
        let memory = PictureCache<Texture>()
        self.memory = memory
        // Detached, because the main actor runs nothing before GTK's loop does.
        let session = Task.detached {
            await ServerSession.open(
                address, signIn: { await signIn.value }, memory: memory, decoder: TextureDecoder(decoders), in: context)
        }
        self.session = session
        let cachedFeed = Task.detached { try await session.value.loadFeed.loadCached() }
        self.cachedFeed = cachedFeed
        Task.detached { await Self.loadFirstPictures(of: cachedFeed, at: place.value, sizing, session.value) }
    }

    /// Whether requests have a name and a password.
    nonisolated var isSignedIn: Bool {
        get async { if address.authorization != nil { true } else { await signIn.value != nil } }
    }

    /// Closes the session as soon as it is open.
    /// - Parameter report: Receives the error of each step that fails.
    nonisolated func close(report: @Sendable (any Error) -> Void) async {
        // Stops waiting for a keyring that asks the person something, and for a cache that another program is using.
        signIn.cancel()
        session.cancel()
        await session.value.close { _, error in error.map(report) }
    }

    private nonisolated static func loadFirstPictures(
        of feed: Task<FeedPage, any Error>, at place: FeedPlace?, _ sizing: PictureSizing,
        _ session: ServerSession<Texture>
    ) async {
        // The screen that shows the feed says what is wrong with it.
        guard case .success(let page) = await feed.result else { return }
        let top = place?.card(in: page.images).flatMap { card in page.images.firstIndex { $0.id == card.id } } ?? 0
        await withTaskGroup(of: Void.self) { group in
            for image in page.images[top...].prefix(firstPictures) {
                group.addTask {
                    await session.pictures.preload(
                        FeedImageRequest(image, size: sizing.size(of: image), priority: .preload))
                }
            }
        }
    }
}

nonisolated extension LoadFeedImagePicture {
    /// Loads a picture ahead of need. The card that shows it says what is wrong with it.
    fileprivate func preload(_ request: FeedImageRequest) async {
        do {
            _ = try await load(request)
        } catch {
            return
        }
    }
}
