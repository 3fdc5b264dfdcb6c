import Foundation

/// The operations of one transaction of a ``FriendsStore`` on what friends have written.
protocol FriendsRows {
    // MARK: Comments

    /// Returns the comment with an id, or `nil` if no comment had the id.
    func comment(_ id: UUID) throws -> (photo: UUID, comment: FriendComment?)?

    func insert(_ comment: FriendComment) throws

    /// Changes the text of a comment. The digest of the first text stays, to recognize a late repetition of the first
    /// request.
    func set(_ message: String, of comment: FriendComment, at date: Date) throws

    /// Returns whether a comment has a text, or had it before its first edit.
    func has(_ comment: FriendComment, first message: String) throws -> Bool

    /// Deletes a comment's text and author. The id stays; otherwise a late repetition of the first request would
    /// restore the comment.
    func delete(_ id: UUID, at date: Date) throws

    func hide(_ isHidden: Bool, comment id: UUID) throws

    /// Returns the last comments on a photo, oldest first.
    /// - Parameters:
    ///   - reader: The person who reads the comments; `nil` for all comments, including hidden ones.
    ///   - cursor: The comment that follows the last one; `nil` for the newest comments.
    /// - Throws: ``FriendsError/noSuchComment`` if the photo never had the cursor.
    func comments(
        on photo: UUID, for reader: Requester?, before cursor: UUID?, limit: Int
    ) throws -> [FriendComment]

    /// Returns the number of visible comments on each photo. Photos without comments are left out.
    func commentCounts(on photos: [UUID]) throws -> [UUID: Int]

    /// Returns the comments written, edited, deleted or hidden after a change, oldest change first. Deleted comments,
    /// and those hidden from the reader, are `nil`.
    func comments(
        after change: Int64, limit: Int, for reader: Requester
    ) throws -> [(change: Int64, id: UUID, photo: UUID, FriendComment?)]

    // MARK: Reactions and photos

    func reactions(on photo: UUID) throws -> [PhotoReaction]

    func people(who reaction: Reaction, on photos: [UUID]) throws -> [UUID: [Person]]

    /// - Returns: Whether the person has just reacted, or had the reaction before.
    func has(_ reaction: Reaction, of person: Person, to photo: UUID) throws -> Bool

    func set(_ reaction: Reaction, of person: Person, to photo: UUID) throws

    func remove(_ reaction: Reaction, of person: Person, from photo: UUID) throws

    func state(of photo: UUID) throws -> PhotoState

    func closed(of photos: [UUID]) throws -> Set<UUID>

    func set(_ state: PhotoState, of photo: UUID) throws

    /// Returns the photos with a new state or reactions, oldest change first.
    func photos(after change: Int64, limit: Int) throws -> [(change: Int64, id: UUID, state: PhotoState)]

    // MARK: History and the owner's decisions

    /// Returns a person's writes since a date, oldest first, without the deleted ones.
    func history(of person: Person, since date: Date) throws -> WriteHistory

    func record(_ entry: AuditEntry) throws

    /// Returns the last lines of the audit log, oldest first.
    func audit(limit: Int) throws -> [AuditEntry]

    func hiddenAndClosed() throws -> Set<UUID>

    /// Returns the hidden photos, except for deleted ones.
    func hiddenPhotos() throws -> [HiddenItem]

    func hiddenComments() throws -> [HiddenItem]

    func set(_ appearance: ChosenAppearance) throws

    // MARK: Ids of photos

    /// The key of the photos' ids, which this store refers to, in case the catalog is lost.
    func key() throws -> Data?

    /// Keeps the id of a photo with a digest, once the catalog has forgotten the photo.
    func remember(_ photo: UUID, _ digest: ContentDigest) throws

    func remembered(_ digest: ContentDigest) throws -> UUID?

    func set(key: Data) throws

    // MARK: Posted photos

    func post(_ id: UUID) throws -> PostState

    func insert(_ post: PostedPhoto) throws

    func set(_ texts: PostTexts, ofPost id: UUID, at date: Date) throws

    /// Deletes a photo with the comments and reactions on it. The id and the place stay: clients that have read up to
    /// the photo can continue, and a late repetition of the request doesn't restore it.
    func deletePost(_ id: UUID, at date: Date) throws

    /// Removes the files of a deleted photo once the transaction is on the disk. If one can't be removed, the write throws
    /// ``FriendsError/notRemoved(photo:reason:)``, although everything is saved.
    func removeFiles(ofPost id: UUID)

    /// Returns the posted photos after a position, or the first ones if the position is `nil`.
    func posts(from position: FeedPosition?, limit: Int) throws -> [PostedPhoto]

    /// Returns the positions of the posted photos before a position, nearest first.
    func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition]

    /// Returns the position of a posted photo, even if the photo was deleted.
    func position(ofPost id: UUID) throws -> FeedPosition?

    func postCount() throws -> Int

    func months(in zone: TimeZone) throws -> [PhotoMonth: Int]

    func postedBytes(of person: Person) throws -> Int

    func postIDs(areDeleted: Bool) throws -> [UUID]

    // MARK: People

    /// Returns the other names than a person's own at what the person has written.
    func otherNames(than person: Person) throws -> Set<String>

    func earlierNames(of id: String) throws -> Set<String>

    /// Returns the names that others have or had: at their comments and photos, and in the audit log. A name the person
    /// had after its owner was removed isn't among them.
    func names(exceptOf id: String) throws -> Set<String>

    func rename(_ person: Person) throws

    func picture(_ digest: ContentDigest) throws -> Data?

    func set(picture: Data?, of id: String) throws

    func content(of authors: Authorship) throws -> PersonContent

    func deleteAll(of authors: Authorship, at date: Date) throws

    // MARK: Sessions

    /// Signs a browser in with a token. Beyond ``BrowserSession/maximumCount``, the token's least recently used session
    /// ends.
    func start(_ session: BrowserSession) throws

    /// Returns the browsers signed in with a token, or with any token, oldest first.
    func sessions(of tokenID: String?) throws -> [BrowserSession]

    func hasSession(_ digest: Data) throws -> Bool

    /// Records a session's use. Others needn't be told, because they save its next use themselves. Corrects the
    /// sessions, like each sign-in.
    func renew(session digest: Data, at date: Date) throws

    /// Corrects the times of use from a wrong clock, without ending a session.
    func correctSessions(at date: Date) throws

    /// Signs all browsers of a token out, except for the one with a session.
    func endSessions(of tokenID: String, except kept: Data?) throws

    func end(session digest: Data) throws

    // MARK: Push

    /// Saves a browser's subscription instead of its last one. Beyond ``PushSubscription/maximumCount``, the person's
    /// oldest subscription ends.
    /// - Parameter session: The digest of the browser's session, with which the subscription ends.
    func subscribe(_ subscription: PushSubscription, session: Data, at date: Date) throws

    func unsubscribe(session: Data) throws

    /// Deletes a subscription that its push service has forgotten. The browser may have a newer one.
    func end(_ subscription: PushSubscription, session: Data) throws

    /// Returns where a browser gets messages; `nil` if it gets none.
    func endpoint(ofSession session: Data) throws -> String?

    /// Returns the subscriptions of the browsers that are signed in, with the ids of their tokens.
    func subscriptions(at date: Date) throws -> [(tokenID: String, session: Data, subscription: PushSubscription)]

    // MARK: News

    /// Returns the newest comments and reactions of others where a person takes part, newest first.
    /// - Parameter ownsFolder: Whether the photos in the folder are the person's.
    func activity(of person: Person, ownsFolder: Bool) throws -> [ActivityEvent]

    /// Returns the newest comments that everyone sees and the newest reactions, newest first.
    func events(in changes: ClosedRange<Int64>) throws -> [NewEvent]
}

extension FriendsRows {
    func comments(on photo: UUID, for reader: Requester? = nil, limit: Int = .max) throws -> [FriendComment] {
        try comments(on: photo, for: reader, before: nil, limit: limit)
    }

    func sessions() throws -> [BrowserSession] { try sessions(of: nil) }

    func endSessions(of tokenID: String) throws { try endSessions(of: tokenID, except: nil) }
}
