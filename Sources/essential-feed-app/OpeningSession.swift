import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedHTTP
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// A server whose session opens during window setup, with its cached feed and the feed's first pictures.
struct OpeningSession {
    /// The number of pictures of the cached feed that are decoded before their cards exist.
    private nonisolated static let firstPictures = 3

    let address: ServerAddress
    /// The last sizes of pictures.
    let sizing: PictureSizing
    /// Delivers the user's place at the end of the last session; `nil` if the place isn't known.
    let place: Task<FeedPlace?, Never>
    let memory: PictureCache<Texture>
    let session: Task<ServerSession<Texture>, Never>
    private let signIn: Task<SignIn?, Never>
    /// Whether the name and password came with an invitation.
    private let isInvited: Bool
    /// Throws `LoadFeedError` if no valid feed is cached.
    let cachedFeed: Task<FeedPage, any Error>

    /// - Parameters:
    ///   - signIn: Delivers the name and password for the server. The cache doesn't depend on them.
    ///   - isInvited: Whether the name and password came with an invitation.
    ///   - sizing: The last sizes of pictures.
    ///   - place: Delivers the user's place at the end of the last session.
    ///   - decoders: The decoders of the pictures. They are started here, so that they are ready for the first
    ///     pictures.
    init(
        _ address: ServerAddress, signIn: Task<SignIn?, Never>, isInvited: Bool, sizing: PictureSizing,
        place: Task<FeedPlace?, Never>, decoders: DecoderPool, in context: SessionContext
    ) {
        decoders.prepare()
        self.address = address
        self.signIn = signIn
        self.isInvited = isInvited
        self.sizing = sizing
        self.place = place
        let memory = PictureCache<Texture>()
        self.memory = memory
        // Detached, because the main actor doesn't run jobs before GTK's loop does.
        let session = Task.detached {
            await ServerSession.open(
                address, signIn: { await signIn.value }, memory: memory, decoder: TextureDecoder(decoders), in: context)
        }
        self.session = session
        let cachedFeed = Task.detached { try await session.value.loadFeed.loadCached() }
        self.cachedFeed = cachedFeed
        Task.detached { await Self.loadFirstPictures(of: cachedFeed, at: place.value, sizing, session.value) }
    }

    /// The sign-in that a server requires when it refuses requests.
    nonisolated var refusal: SignInRequest {
        get async {
            if address.authorization != nil { return .invitation }
            guard await signIn.value != nil else { return .needed }
            return isInvited ? .invitation : .refused
        }
    }

    /// Closes the session as soon as it is open.
    /// - Parameter report: Receives the error of each step that fails.
    nonisolated func close(report: @Sendable (any Error) -> Void) async {
        // Stops waiting for a keyring that prompts the user, and for a cache that another program is using.
        signIn.cancel()
        session.cancel()
        await session.value.close { _, error in error.map(report) }
    }

    private nonisolated static func loadFirstPictures(
        of feed: Task<FeedPage, any Error>, at place: FeedPlace?, _ sizing: PictureSizing,
        _ session: ServerSession<Texture>
    ) async {
        // The feed's screen reports errors.
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
    /// Prefetches a picture. Its card reports errors.
    fileprivate func preload(_ request: FeedImageRequest) async {
        do {
            _ = try await load(request)
        } catch {
            return
        }
    }
}

/// Finds the server at a typed address, using a separate client and no cache, so that wrong addresses leave nothing on
/// the disk.
enum ServerSearch {
    /// - Returns: The address that answered with a feed.
    /// - Throws: `FindServerError`, or `CancellationError`.
    nonisolated static func find(
        _ typed: TypedServerAddress, signIn: SignIn?, network: NetworkSettings
    ) async throws -> ServerAddress {
        try await NetworkHTTPClient.withClient(settings: network) { client in
            try await FindServer(client: client).find(typed, signIn: signIn)
        }
    }
}
