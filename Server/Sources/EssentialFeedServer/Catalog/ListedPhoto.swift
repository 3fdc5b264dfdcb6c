import ImageFormats
import Foundation

struct ListedPhoto: Hashable, Sendable {
    /// The longest time between two photos posted together, in seconds, if clients don't name their groups.
    private static let longestPause = 300.0

    let id: UUID
    let description: String?
    let place: String?
    /// When the photo was taken, according to the document, the camera, the file's name or the file.
    let date: Date
    let author: String?
    /// The id of the token of the friend who posted the photo; `nil` for one in the folder.
    var posterID: String?
    /// The ThumbHash of the photo; `nil` until it has been made.
    let placeholder: Data?
    let sizes: PhotoSizes
    /// What the picture shows, in words for people who can't see it.
    var alternative: String?
    /// Where the photo is in the feed: higher numbers first.
    var rank = 0.0
    var commentCount = 0
    /// How often the picture has changed.
    var version = 0
    /// When the photo was added to the feed; `nil` if unknown.
    var added: Date?
    /// When its picture or its texts last changed; `nil` if unknown.
    var updated: Date?
    var format = ImageFormat.jpeg
    /// The id of the photos that the friend has posted in one act; `nil` if the client named none.
    var group: UUID?

    var mediumType: String { sizes.isAnimation(.medium) ? format.mediaType : SizedImage.mediaType }
    var position: FeedPosition { FeedPosition(rank: rank, id: id) }

    /// Returns the photographer if the photo is in the folder, and the document names another person than the owner.
    func photographer(otherThan owner: String?) -> String? { posterID == nil && author != owner ? author : nil }

    /// Returns whether a friend has posted the photo together with its neighbour in the feed. Without a group, the time
    /// between them decides.
    func isTogether(with neighbour: ListedPhoto) -> Bool {
        guard let posterID, posterID == neighbour.posterID else { return false }
        guard group == nil, neighbour.group == nil else { return group == neighbour.group }
        guard let added, let other = neighbour.added else { return false }
        return abs(added.timeIntervalSince(other)) <= Self.longestPause
    }
}
