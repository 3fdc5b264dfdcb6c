package import Foundation

package enum ImageCommentsPresenter {
    package static func title(in language: Language) -> String { language.text(ImageCommentsStrings.title) }

    /// Returns what leads to the comments: their number, or the title without one.
    package static func link(to count: Int?, in language: Language) -> String {
        guard let count, count > 0 else { return title(in: language) }
        return language.text(ImageCommentsStrings.count, String(count))
    }

    /// Returns the comments in the same order, with messages and user names within the limits of ``PresentedText`` and
    /// dates relative to now. If several comments have the same id, the first keeps the id and the others get unique
    /// ones, always the same for the same list.
    package static func map(
        _ comments: [ImageComment], now: Date, calendar: Calendar = .current, in language: Language
    ) -> [ImageCommentViewModel] {
        let relativeDate = RelativeDate(now: now, calendar: calendar, locale: language.locale)
        var ids = DistinctIDs(comments.map(\.id))
        return comments.map { comment in
            let date = relativeDate.text(for: comment.createdAt)
            return ImageCommentViewModel(
                id: ids.next(comment.id), message: PresentedText.limited(comment.message),
                date: comment.isHidden ? "\(language.text(ImageCommentsStrings.hidden)) · \(date)" : date,
                username: PresentedText.limited(comment.author.username))
        }
    }
}

/// Creates unique row ids for list elements that may share ids. Always takes time linear in the number of elements.
struct DistinctIDs {
    private let known: Set<UUID>
    private var used: Set<UUID> = []
    private var count: UInt64 = 0

    init(_ ids: [UUID]) { known = Set(ids) }

    /// Returns the id of the next element or, if an earlier element has the same id, a new unique one.
    mutating func next(_ id: UUID) -> UUID {
        if used.insert(id).inserted { return id }
        var new: UUID
        repeat {
            count += 1
            new = Self.id(count)
        } while known.contains(new)
        return new
    }

    private static func id(_ number: UInt64) -> UUID {
        var bytes = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
        withUnsafeMutableBytes(of: &bytes) { $0.storeBytes(of: number.bigEndian, toByteOffset: 8, as: UInt64.self) }
        return UUID(uuid: bytes)
    }
}

/// The texts of the comments.
package enum ImageCommentsStrings: String, TextKey {
    /// The title of the comments.
    case title = "Comments"
    /// The same, if their number is known.
    case count = "%@ Comment|%@ Comments"
    /// The image has no comments.
    case empty = "There are no comments yet."
    /// The mark of a comment that its author and admins alone see.
    case hidden = "Hidden from friends"
}
