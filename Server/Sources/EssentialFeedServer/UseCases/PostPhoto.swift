import EssentialFeed
import Foundation
import ImageFormats
import NIOPosix

/// The use case "Post photo": a person posts a photo. The server re-encodes it before others see it. The client chooses
/// the id: a repeated request is the same photo.
struct PostPhoto: Sendable {
    /// Larger photos are scaled down, because a decoder's memory is limited.
    private static let maximumPixels = 24_000_000

    let photos: PhotosWithFriends
    /// Re-encodes photos; `nil` if that isn't possible.
    let encoder: (any SizeEncoder)?
    let limiter: WriteLimiter
    let threads: NIOThreadPool
    let now: @Sendable () -> Date
    /// A person's photos wait for at most one photo of each other person.
    private let turns = Turns()
    /// Photos with the same id are saved one after another: the first one's picture stays.
    private let savingTurns = Turns()

    private struct Draft: Sendable {
        let id: UUID
        let author: Person
        let texts: PostTexts
        let content: ContentDigest
        let group: UUID?
    }

    private var friends: any FriendsStore { photos.friends }

    /// - Parameters:
    ///   - upload: The photo, possibly still arriving.
    ///   - texts: The person's texts about the photo, unless they arrive with the photo.
    ///   - group: The id of the photos posted in one act; `nil` if unknown.
    /// - Returns: The photo, and whether it is new or was posted before.
    /// - Throws: ``FriendsError``, or an error of the upload; then nothing has been saved.
    func callAsFunction(
        _ upload: PhotoUpload, _ texts: PostTexts, id: UUID, group: UUID? = nil, by requester: Requester
    ) async throws -> (post: PostedPhoto, isNew: Bool) {
        let author = try requester.permitted(.post)
        let limits = limiter.posts
        guard upload.length <= limits.photo.bytes else { throw FriendsError.photoTooLarge(limits.photo) }
        try await threads.runIfActive { try friends.read { try limiter.recall(author, at: now(), in: $0) } }
        let taken = try limiter.take([(limits.photosADay, 1), (limits.bytesADay, upload.length)], for: author)
        // A photo that can't be decoded, or not in time, also counts, because the attempt cost work.
        var isCounted = false
        defer { if !isCounted { limiter.giveBack(taken) } }
        let share = try limiter.begin(author)
        defer { share.end() }
        try await threads.runIfActive { try checkID(id) }
        let photo = try await upload.save(friends.posts)
        let (file, digest, texts) = (photo.file, photo.digest, photo.texts ?? texts)
        let draft = Draft(id: id, author: author, texts: texts, content: texts.content(with: digest), group: group)
        // A repeated photo needn't be drawn.
        if let post = try await threads.runIfActive({ try known(draft, by: requester) }) { return (post, false) }
        let drawn: Drawing
        do {
            drawn = try await turns.take(for: author.id) { try await draw(file) }
            limiter.forgetEnds(of: digest)
        } catch let error as SizeEncoderError {
            if case .unavailable = error {} else { isCounted = true }
            throw error.mayBeTheMachine || (error.isEnd && limiter.mayDrawAgain(digest))
                ? FriendsError.unavailable(reason: "\(error)") : .unusable(.undecodable(reason: "\(error)"))
        }
        let result = try await savingTurns.take(for: id.uuidString) {
            try await threads.runIfActive { try save(draft, drawn, by: requester) }
        }
        isCounted = result.isNew
        return result
    }

    private func checkID(_ id: UUID) throws {
        if case .deleted = try friends.read({ try $0.post(id) }) { throw FriendsError.deleted }
        guard try photos.folder.position(of: id) == nil else { throw FriendsError.different }
    }

    /// Returns the photo posted before by the same request; `nil` if the id is new.
    private func known(_ draft: Draft, by requester: Requester) throws(FriendsError) -> PostedPhoto? {
        try requester.check(.post)
        return try friends.read { try known(draft, in: $0) }
    }

    private func known(_ draft: Draft, in rows: any FriendsRows) throws -> PostedPhoto? {
        switch try rows.post(draft.id) {
        case .unknown: return nil
        case .deleted: throw FriendsError.deleted
        case .posted(let post):
            guard (post.author.id, post.content) == (draft.author.id, draft.content) else {
                throw FriendsError.different
            }
            return post
        }
    }

    private struct Drawing: Sendable {
        let full: Data
        /// Smaller sizes, and the full size of a small photo.
        let sizes: [ServedSize: Data]
        let placeholder: [UInt8]
    }

    /// - Throws: ``FriendsError`` or ``SizeEncoderError``.
    private func draw(_ file: OpenFile) async throws -> Drawing {
        do {
            return try await drawOnce(file)
        } catch let error as SizeEncoderError where error.isEnd {
            // The system may have ended the decoder to get memory.
            return try await drawOnce(file)
        }
    }

    private func drawOnce(_ file: OpenFile) async throws -> Drawing {
        guard let encoder else { throw FriendsError.unavailable(reason: "photos can't be drawn without a decoder") }
        let (size, data) = try await threads.runIfActive { (try Self.size(of: file), try file.mapped()) }
        let (sizes, full) = (PhotoSizes(size, .none), Self.longEdge(of: size))
        let listed = sizes.listed(withOriginal: true)
        let encoded = try await encoder.images(
            of: data, longEdges: listed.map { $0 == .original ? full : min(full, sizes.longEdge($0)) })
        guard let full = encoded.images.last else {
            throw SizeEncoderError.undecodable(PictureError.undecodable("no images"))
        }
        return Drawing(
            full: full, sizes: Dictionary(zip(listed, encoded.images).filter { $0.0 != .original }) { $1 },
            placeholder: encoded.placeholder)
    }

    private static func longEdge(of size: PixelSize) -> Int {
        let scale = min(1, (Double(maximumPixels) / Double(size.pixelCount)).squareRoot())
        return max(1, Int(Double(max(size.width, size.height)) * scale))
    }

    static func size(of file: OpenFile) throws -> PixelSize {
        do {
            guard let header = try PhotoFacts.header(of: file) else { throw FriendsError.unusable(.notAPicture) }
            return header.uprightSize
        } catch is IncompletePictureError {
            throw FriendsError.unusable(.incomplete)
        } catch is PictureTooLargeError {
            throw FriendsError.unusable(.tooManyPixels)
        }
    }

    private func save(
        _ draft: Draft, _ drawing: Drawing, by requester: Requester
    ) throws -> (post: PostedPhoto, isNew: Bool) {
        // The same request may have been saved since it was last looked for. Only a write fails if another state folder
        // has replaced this one.
        if let known = try friends.write(by: requester, may: .post, { try known(draft, in: $0) }) {
            return (known, false)
        }
        let (full, files) = (drawing.full, friends.posts)
        let picture = PostedPhoto.Picture(
            digest: ContentDigest(of: full), byteCount: full.count, size: try ImageHeader(of: full).uprightSize,
            placeholder: Data(drawing.placeholder))
        do {
            try files.pictures.put(full, for: draft.id)
            // Saved after the row, they could outlive a deletion.
            files.save(drawing.sizes, of: draft.id)
            return try record(draft, picture, by: requester)
        } catch {
            // Another server may have saved the same request. If that can't be found out, a later start sweeps the files.
            if case .success(nil) = Result(catching: { try friends.post(draft.id) }) { files.remove([draft.id]) }
            throw error
        }
    }

    /// Saves the row of a photo whose picture has been put, unless another server has saved it.
    private func record(
        _ draft: Draft, _ picture: PostedPhoto.Picture, by requester: Requester
    ) throws(FriendsError) -> (post: PostedPhoto, isNew: Bool) {
        try friends.write(by: requester, may: .post) { transaction in
            if let known = try known(draft, in: transaction) { return (known, false) }
            let used = try transaction.postedBytes(of: draft.author)
            guard used + picture.byteCount <= limiter.posts.all.bytes else {
                throw FriendsError.noRoom(limiter.posts.all)
            }
            let top = try photos.folder.page(from: nil, limit: 1).first?.rank
            // A clock may have been set back, and a camera's may be ahead; a new photo is on top even then.
            let others = [top, try transaction.posts(from: nil, limit: 1).first?.position.rank].compactMap {
                $0?.nextDown
            }
            let date = now()
            let rank = others.reduce(-date.timeIntervalSinceReferenceDate, min)
            let post = PostedPhoto(
                position: FeedPosition(rank: rank, id: draft.id), author: requester.named(draft.author),
                texts: draft.texts, postedAt: date, picture: picture, content: draft.content, group: draft.group)
            try transaction.insert(post)
            return (post, true)
        }
    }
}

/// A sent photo, before its arrival.
struct PhotoUpload: Sendable {
    /// In bytes, as the request states.
    let length: Int
    /// Receives the photo into a file without a name.
    let save: @Sendable (PostFiles) async throws -> ReceivedPhoto
}

struct ReceivedPhoto: Sendable {
    let file: OpenFile
    let digest: ContentDigest
    /// The texts sent with the photo; `nil` for none.
    let texts: PostTexts?
}
