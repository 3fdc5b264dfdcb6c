/// The texts of a friend about a photo of theirs. The photo's own metadata doesn't count.
struct PostTexts: Hashable, Sendable {
    private(set) var caption: String?
    /// Where the photo was taken, in the friend's words.
    private(set) var location: String?
    /// What the picture shows, in words for people who can't see it.
    private(set) var alternative: String?

    /// Cleans the texts as a comment is cleaned. An empty text is none.
    init(caption: String? = nil, location: String? = nil, alternative: String? = nil) throws(FriendsError) {
        self.caption = try Self.clean(caption)
        self.location = try Self.clean(location)?.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.alternative = try Self.clean(alternative)
    }

    private static func clean(_ text: String?) throws(FriendsError) -> String? {
        do throws(FriendsError) {
            return try text.map(CommentText.clean)
        } catch .emptyMessage {
            return nil
        }
    }

    /// Returns the digest of a photo that is posted with these texts.
    /// - Parameter photo: The digest of the photo as it was sent.
    func content(with photo: ContentDigest) -> ContentDigest {
        let texts = [caption, location, alternative].map { $0 ?? "" }.joined(separator: "\0")
        return ContentDigest(of: photo.bytes + texts.utf8)
    }
}
