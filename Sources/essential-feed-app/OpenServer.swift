import EssentialFeed
import GtkKit
import ImagePipeline

/// A server whose use cases are being opened, behind the window, with its pictures in memory.
struct OpenServer {
    /// How many pictures of the saved feed are made before there is a card for them.
    private nonisolated static let firstPictures = 3

    let address: ServerAddress
    let memory: PictureCache<Texture>
    /// The size that pictures were shown at last.
    let pictureSize: PixelSize
    let useCases: Task<UseCases, Never>
    let savedPage: SavedPage

    /// - Parameters:
    ///   - signIn: what the server asks for; it is kept in memory alone, and names no other cache.
    ///   - pictureSize: The size that pictures were shown at last.
    init(
        _ address: ServerAddress, signIn: SignIn? = nil, pictureSize: PixelSize,
        in surroundings: UseCases.Surroundings
    ) {
        self.address = address
        let memory = PictureCache<Texture>()
        self.memory = memory
        self.pictureSize = pictureSize
        // Detached: not before the loop runs would the main actor begin it.
        let useCases = Task.detached {
            await UseCases.open(address, signIn: signIn, memory: memory, in: surroundings)
        }
        self.useCases = useCases
        let page = Task.detached { try await useCases.value.loadFeed.executeOffline() }
        savedPage = SavedPage(first: page, useCases)
        Task.detached { await Self.makeFirstPictures(of: page, pictureSize, useCases.value) }
    }

    /// While GTK still sets itself up, the first pictures of the saved feed are on their way.
    private nonisolated static func makeFirstPictures(
        of page: Task<FeedPage, any Error>, _ size: PixelSize, _ useCases: UseCases
    ) async {
        // Whoever shows the feed says what is wrong with it.
        guard case .success(let page) = await page.result else { return }
        await withTaskGroup(of: Void.self) { group in
            for image in page.images.prefix(firstPictures) {
                group.addTask { await useCases.preload(image, size) }
            }
        }
    }
}

nonisolated extension UseCases {
    /// The card that wants the picture says what is wrong with it.
    fileprivate func preload(_ image: FeedImage, _ size: PixelSize) async {
        do {
            _ = try await pictures.picture(for: ImageRequest(image.url, size: size, priority: .preload))
        } catch {
            return
        }
    }
}
