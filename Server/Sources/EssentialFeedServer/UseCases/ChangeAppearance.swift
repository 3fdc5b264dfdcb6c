import Foundation

/// The use case "Change appearance": the owner sets the accent colour and the cover on the web pages.
struct ChangeAppearance: Sendable {
    let photos: PhotosWithFriends

    /// - Parameters:
    ///   - accent: `nil` for the usual colour.
    ///   - cover: A photo visible to people, or the previous cover, even if it isn't visible now; `nil` for none.
    func callAsFunction(accent: AccentColour?, cover: UUID?, by requester: Requester) throws(FriendsError) {
        _ = try requester.permitted(.admin)
        if let cover, cover != photos.friends.state.cover {
            guard try FriendsError.wrapping({ try photos.listed(cover) }) != nil else { throw .noSuchPhoto }
        }
        try photos.friends.write(by: requester, may: .admin) { try $0.set(accent: accent, cover: cover) }
    }
}
