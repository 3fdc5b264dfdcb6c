import Foundation

/// The use case "Change appearance": the owner sets the title, the accent colour and the cover on the web pages.
struct ChangeAppearance: Sendable {
    let photos: PhotosWithFriends

    /// - Parameter chosen: The cover is a photo visible to people, or the previous cover, even if it isn't visible now.
    func callAsFunction(_ chosen: ChosenAppearance, by requester: Requester) throws(FriendsError) {
        _ = try requester.permitted(.admin)
        if let cover = chosen.cover, cover != photos.friends.state.appearance.cover {
            guard try FriendsError.wrapping({ try photos.listed(cover) }) != nil else { throw .noSuchPhoto }
        }
        try photos.friends.write(by: requester, may: .admin) { try $0.set(chosen) }
    }
}
