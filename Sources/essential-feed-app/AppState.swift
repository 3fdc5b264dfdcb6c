import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import GtkKit

/// The state shared by the app's parts. ``AppModel`` passes its changes on.
nonisolated struct AppState: Equatable {
    enum Event {
        case foregroundChanged(Bool)
        case networkChanged(mayBeUsed: Bool)
        /// A network is available again, or the computer has woken up.
        case connectionMayHaveReturned
        /// A server with an address replaces everything open. Its name and password are an invitation's.
        case addressChosen(ServerAddress, signIn: TypedSignIn? = nil)
        /// Photos on this computer will replace the open server or folder. The server to remember is `nil` for the demo.
        case photosChosen(FolderServer, as: RememberedServer?)
        case photosOpened(Int, ServerAddress)
        case albumsFound(Int, [String])
        /// The computer is short of memory, or the user can't see the window.
        case memoryWanted
        case portalFound(Portal)
        case photosLeftOut(Int, LeftOutPhotos)
        /// The photos with this number can't be served, or aren't served any more.
        case photosFailed(Int, reason: String? = nil)
        case openingCancelled, left
        case feedAnswered(refusal: SignInRequest?, isFeed: Bool)
        case offlineChanged(OfflineStatus?)
        case seen(SeenFeed)
        case noticed(NewPhotosNotice?)
        case newImagesCounted(RememberedServer, NewImageCount)
        case drafted(CommentDraft, of: FeedImage.ID, at: RememberedServer?)
        case cacheFailed(StoreError.Kind)
    }

    var settings: AppSettings
    private(set) var open: OpenServer?
    private(set) var opening: OpeningPhotos?
    /// The last photos that couldn't be opened.
    private(set) var failed: OpeningPhotos?
    private(set) var isInForeground = false
    private(set) var mayUseNetwork = true
    /// Counts the moments when the connection may have returned; the window getting the focus is one.
    private(set) var connectionReturns = 0
    private(set) var memoryWants = 0
    private(set) var portals: Set<Portal> = []
    private(set) var offline: OfflineStatus?
    /// The last notification of new photos; `nil` if it was withdrawn.
    private(set) var notice: NewPhotosNotice?
    /// The number of notifications so far. The same one may be sent twice.
    private(set) var notices = 0
    /// The numbers of new images of servers not on the screen.
    private(set) var newImages: [RememberedServer: NewImageCount] = [:]
    /// The unsent texts typed below images, by server and image.
    private(set) var drafts: [RememberedServer?: [FeedImage.ID: CommentDraft]] = [:]
    /// The kinds of errors that have prevented saving new photos.
    private(set) var cacheErrors: Set<StoreError.Kind> = []
    private var count = 0

    init(_ settings: AppSettings) { self.settings = settings }

    /// The server on the screen if still served; `nil` for the demo.
    var shown: RememberedServer? { open.flatMap { $0.isServed ? $0.saved : nil } }
    func isInUse(_ server: RememberedServer) -> Bool { server == shown || server == opening?.saved }

    mutating func handle(_ event: Event) {
        switch event {
        case .foregroundChanged(let isInForeground):
            self.isInForeground = isInForeground
            if isInForeground { connectionReturns += 1 }
        case .networkChanged(let mayBeUsed): mayUseNetwork = mayBeUsed
        case .connectionMayHaveReturned: connectionReturns += 1
        case .memoryWanted: memoryWants += 1
        case .addressChosen(let address, let signIn):
            let saved = RememberedServer.address(address.withoutUserInfo)
            let isKnown = settings.preferences.servers.all.contains(saved)
            show(
                OpenServer(
                    number: next(), address: address.withoutUserInfo, saved: saved,
                    signIn: signIn ?? address.invitation, isRemembered: isKnown))
            opening = nil
        case .photosChosen(let photos, let saved):
            opening = OpeningPhotos(number: next(), photos: photos, saved: saved)
        case .portalFound(let portal): portals.insert(portal)
        case .albumsFound(let number, let albums): if open?.number == number { open?.albums = albums }
        case .photosOpened(let number, let address):
            guard let opening, opening.number == number else { return }
            show(
                OpenServer(
                    number: number, address: address, saved: opening.saved, isRemembered: opening.saved != nil,
                    leftOut: opening.leftOut, photos: opening.photos))
            self.opening = nil
        case .photosLeftOut(let number, let files):
            if opening?.number == number { opening?.leftOut = files }
            if open?.number == number { open?.leftOut = files }
        case .photosFailed(let number, let reason):
            // Loaded photos stay on the screen, and the photos can be opened again.
            if open?.number == number { open?.isServed = false }
            guard opening?.number == number else { return }
            failed = opening
            failed?.reason = reason
            opening = nil
        case .openingCancelled: opening = nil
        case .left: (open, opening, offline) = (nil, nil, nil)
        case .feedAnswered(let refusal, let isFeed):
            open?.refusal = refusal
            if refusal != nil { open?.wasRefused = true }
            if isFeed, open?.saved?.address != nil { open?.isRemembered = true }
        case .offlineChanged(let status): offline = status
        case .seen(let seen):
            if let server = open?.seenServer { settings.seenFeeds.remember(seen, of: server.text) }
        case .noticed(let notice):
            self.notice = notice
            notices += 1
        case .newImagesCounted(let server, let count): if open?.saved != server { newImages[server] = count }
        case .drafted(let draft, let image, let server):
            drafts[server, default: [:]][image] = draft == .empty ? nil : draft
        case .cacheFailed(let kind): cacheErrors.insert(kind)
        }
    }

    private mutating func show(_ server: OpenServer) {
        open = server
        offline = nil
        if let saved = server.saved { newImages[saved] = nil }
    }

    private mutating func next() -> Int {
        count += 1
        return count
    }
}

nonisolated struct OpeningPhotos: Equatable {
    let number: Int
    let photos: FolderServer
    let saved: RememberedServer?
    fileprivate(set) var leftOut: LeftOutPhotos?
    /// Why they can't be served, if it isn't the folder.
    fileprivate(set) var reason: String?
}

nonisolated extension ServerAddress {
    var invitation: TypedSignIn? { signIn.map { TypedSignIn(signIn: $0, isInvitation: true) } }
}

/// The name and password typed for a server or contained in an invitation link.
nonisolated struct TypedSignIn: Equatable {
    let signIn: SignIn
    let isInvitation: Bool
}
