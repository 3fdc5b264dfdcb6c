import EssentialFeed
import Foundation
import ImageFormats

/// The folder's photos merged with friends' posted photos, without hidden ones and posted ones without a file.
struct PhotosWithFriends: PublishedPhotos {
    let folder: any PublishedPhotos
    let friends: any FriendsStore

    var version: CatalogVersion {
        let (state, version) = (friends.state, folder.version)
        guard state.feed > 0 else { return version }
        return CatalogVersion(catalog: "\(version.catalog)-\(state.name)-\(state.feed)", number: version.number)
    }

    func page(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto] {
        let hidden = friends.unseenPhotos
        var position = position
        var photos: [ListedPhoto] = []
        while true {
            let page = try merged(from: position, limit: limit)
            photos += page.lazy.filter { !hidden.contains($0.id) }.prefix(limit - photos.count)
            guard photos.count < limit, page.count == limit else { return try counted(photos) }
            position = page.last?.position
        }
    }

    /// Adds the friends' comments to the comment counts.
    private func counted(_ photos: [ListedPhoto]) throws -> [ListedPhoto] {
        let counts = try friends.read { try $0.commentCounts(on: photos.map(\.id)) }
        return photos.map { photo in
            var photo = photo
            photo.commentCount += counts[photo.id, default: 0]
            return photo
        }
    }

    private func merged(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto] {
        let posts = try friends.read { try $0.posts(from: position, limit: limit) }
        let photos = try folder.page(from: position, limit: limit)
        guard !posts.isEmpty else { return photos }
        return Array((photos + posts.map(ListedPhoto.init)).sorted { $0.position < $1.position }.prefix(limit))
    }

    func position(of id: UUID) throws -> FeedPosition? {
        try folder.position(of: id) ?? friends.read { try $0.position(ofPost: id) }
    }

    func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition] {
        let hidden = friends.unseenPhotos
        // Reads more rows, because some may be hidden.
        let count = limit + hidden.count
        let posts = try friends.read { try $0.positions(before: position, limit: count) }
        let all = try folder.positions(before: position, limit: count) + posts
        return Array(all.sorted(by: >).lazy.filter { !hidden.contains($0.id) }.prefix(limit))
    }

    func listed(_ id: UUID) throws -> ListedPhoto? {
        guard !friends.unseenPhotos.contains(id) else { return nil }
        guard let photo = try folder.listed(id) ?? friends.post(id).map(ListedPhoto.init) else { return nil }
        return try counted([photo]).first
    }

    func photo(_ id: UUID) throws -> Photo? {
        guard !friends.unseenPhotos.contains(id) else { return nil }
        return try folder.photo(id) ?? friends.photo(id)
    }

    func photoIncludingHidden(_ id: UUID) throws -> (listed: ListedPhoto, photo: Photo)? {
        guard let listed = try folder.listed(id) ?? friends.post(id).map(ListedPhoto.init),
            let photo = try folder.photo(id) ?? friends.photo(id)
        else { return nil }
        return (listed, photo)
    }

    func comments(of id: UUID) throws(FriendsError) -> [ImageComment]? {
        guard !friends.unseenPhotos.contains(id) else { return nil }
        return try FriendsError.wrapping { try folder.comments(of: id) ?? friends.post(id).map { _ in [] } }
    }

    func hasDocumentComment(_ id: UUID) throws -> Bool { try folder.hasDocumentComment(id) }

    func photoCount() throws -> Int {
        try folder.photoCount() + friends.read { try $0.postCount() }
    }

    func months(in zone: TimeZone) throws -> [PhotoMonth: Int] {
        let posted = try friends.read { try $0.months(in: zone) }
        var months = try folder.months(in: zone).merging(posted, uniquingKeysWith: +)
        for id in friends.unseenPhotos {
            // Photos without a file aren't counted.
            guard let rank = try folder.listed(id)?.rank ?? friends.post(id)?.position.rank,
                let month = PhotoMonth(of: rank, in: zone)
            else { continue }
            months[month, default: 0] -= 1
        }
        return months.filter { $0.value > 0 }
    }

    /// Returns whether a photo exists, even if it is hidden.
    func has(_ id: UUID) throws -> Bool {
        try folder.photo(id) != nil || friends.post(id) != nil
    }
}

extension FriendsStore {
    /// Hides or closes new photos like the known ones they may show.
    /// - Returns: The photos that were hidden or closed.
    func succeed(_ successions: [PhotoSuccession]) throws(FriendsError) -> [PhotoSuccession] {
        let states = try read { transaction in
            try successions.compactMap { succession in
                let known = try succession.known.map(transaction.state)
                let state = PhotoState(
                    isHidden: known.contains(where: \.isHidden), isClosed: known.contains(where: \.isClosed))
                return state == PhotoState() ? nil : (succession, state)
            }
        }
        guard !states.isEmpty else { return [] }
        try write { transaction in
            for (succession, state) in states { try transaction.set(state, of: succession.photo) }
        }
        return states.map(\.0)
    }

    func hasContent(on photo: UUID) throws(FriendsError) -> Bool {
        try read { try !$0.comments(on: photo, limit: 1).isEmpty || !$0.reactions(on: photo).isEmpty }
    }

    func post(_ id: UUID) throws(FriendsError) -> PostedPhoto? {
        guard case .posted(let post) = try read({ try $0.post(id) }) else { return nil }
        return post
    }

    func photo(_ id: UUID) throws(FriendsError) -> Photo? {
        // Without a picture, the photo has just been deleted.
        guard let post = try post(id), posts.pictures.has(id) else { return nil }
        let facts = PhotoFacts(
            digest: post.picture.digest, format: .jpeg, metadata: ImageMetadata(), size: post.picture.size,
            animation: .none)
        let time = FileStamp.Time(seconds: Int64(post.postedAt.timeIntervalSince1970), nanoseconds: 0)
        return Photo(
            id: id, place: .stored(posts.pictures), path: FolderPath(FolderBlobStore.name(of: id)),
            stamp: FileStamp(size: Int64(post.picture.byteCount), inode: 0, modified: time, changed: time),
            facts: facts, date: post.postedAt, description: post.texts.caption)
    }
}

extension FriendComment {
    /// The comment as the API defines it.
    var imageComment: ImageComment {
        var comment = ImageComment(
            id: id, message: message, createdAt: writtenAt, author: ImageCommentAuthor(username: author.name),
            isHidden: isHidden)
        comment.replyTo = replyTo
        return comment
    }
}
