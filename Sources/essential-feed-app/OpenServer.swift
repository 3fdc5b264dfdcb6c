import EssentialFeed
import EssentialFeedServer

nonisolated struct OpenServer: Equatable {
    /// Distinguishes it from all others, even with the same address.
    let number: Int
    /// Without a name and a password.
    let address: ServerAddress
    let saved: RememberedServer?
    /// The name and password that the user typed, saved once the server has sent a feed.
    var signIn: TypedSignIn?
    /// Whether the list of servers has it: from the start or since its first feed.
    var isRemembered: Bool
    var leftOut: LeftOutPhotos?
    var photos: FolderServer?
    var albums: [String] = []
    /// Whether photos on this computer are still served. Other servers count as served.
    var isServed = true
    /// The sign-in that the server requires, if it refused the last request.
    var refusal: SignInRequest?
    /// Whether the server has refused a request since it has been on the screen.
    var wasRefused = false

    /// The path of the album that is shown below the user's folder; `nil` if the whole folder or a server is.
    var album: String? { photos?.album }
    /// `nil` for the demo, and for an album, which has only some of the folder's photos.
    var seenServer: RememberedServer? { album == nil ? saved : nil }
    /// Whether the cache is kept. That of photos on this computer is deleted at the end.
    var isKept: Bool { saved?.address != nil }
}

nonisolated struct LeftOutPhotos: Equatable {
    /// The first files for each reason.
    let files: [LeftOutFiles.File]
    let count: Int
}

nonisolated extension LeftOutPhotos {
    init(_ leftOut: LeftOutFiles) { (files, count) = (leftOut.files, leftOut.count) }
}
