import EssentialFeed
import Foundation

/// The photos of a folder, without those that the owner has hidden, and with the comments of friends after those in the
/// folder's document.
struct PhotosWithFriends: PublishedPhotos {
    let folder: any PublishedPhotos
    let friends: FriendsDatabase

    var version: CatalogVersion {
        let (state, version) = (friends.state, folder.version)
        guard state.feed > 0 else { return version }
        return CatalogVersion(catalog: "\(version.catalog)-\(state.name)-\(state.feed)", number: version.number)
    }

    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]? {
        let hidden = friends.state.hiddenPhotos
        var (cursor, photos) = (cursor, [ListedPhoto]())
        while true {
            guard let page = try folder.page(after: cursor, limit: limit) else { return nil }
            photos += page.lazy.filter { !hidden.contains($0.id) }.prefix(limit - photos.count)
            guard photos.count < limit, page.count == limit else { return photos }
            cursor = page.last?.id
        }
    }

    func listed(_ id: UUID) throws -> ListedPhoto? {
        friends.state.hiddenPhotos.contains(id) ? nil : try folder.listed(id)
    }

    func ids(before cursor: UUID, limit: Int) throws -> [UUID] {
        let hidden = friends.state.hiddenPhotos
        // As many more as may be hidden.
        return Array(
            try folder.ids(before: cursor, limit: limit + hidden.count).lazy.filter { !hidden.contains($0) }.prefix(
                limit))
    }

    func photo(_ id: UUID) throws -> Photo? {
        friends.state.hiddenPhotos.contains(id) ? nil : try folder.photo(id)
    }

    func comments(of id: UUID) throws -> [ImageComment]? {
        guard !friends.state.hiddenPhotos.contains(id), let comments = try folder.comments(of: id) else { return nil }
        let written = try friends.read { try $0.comments(on: id) }
        return comments + written.filter { !$0.isHidden }.map(\.imageComment)
    }

    func photoCount() throws -> Int {
        try folder.photoCount()
    }
}

extension FriendComment {
    /// The comment in the shape of the contract.
    var imageComment: ImageComment {
        ImageComment(
            id: id, message: message, createdAt: writtenAt, author: ImageCommentAuthor(username: author.name))
    }
}
