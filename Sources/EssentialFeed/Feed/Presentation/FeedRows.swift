package import Foundation

/// The rows of the feed's list. Each has as many images as there are columns; a line may stand between two of them, and the
/// images after it begin a row of their own.
///
/// A row is known by the id of one of its images, its key. It keeps the key as long as that image is in it, so that the list
/// keeps its place when the other images in the row change.
package struct FeedRows {
    /// The images in the order of the feed.
    package let images: [FeedImage]
    /// How many images a row has.
    package let columns: Int
    /// The position of the image above which the line stands; `nil` if there is none.
    private let line: Int?
    private let positions: [FeedImage.ID: Int]

    /// Creates the rows of a list.
    /// - Parameters:
    ///   - images: The images in the order of the feed.
    ///   - columns: How many images a row has.
    ///   - firstSeen: The image above which the line stands; `nil` for no line.
    package init(_ images: [FeedImage] = [], columns: Int = 1, firstSeen: FeedImage.ID? = nil) {
        self.images = images
        self.columns = max(1, columns)
        positions = Dictionary(images.enumerated().map { ($1.id, $0) }) { first, _ in first }
        line = firstSeen.flatMap { [positions] in positions[$0] }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns an image of the feed by its id.
    package func image(_ id: FeedImage.ID) -> FeedImage? {
        positions[id].map { images[$0] }
    }

    /// Returns the position of an image's row, among which the line counts.
    package func position(of id: FeedImage.ID) -> Int? {
        positions[id].map { position in
            guard let line, position >= line else { return position / columns }
            return rowsAboveLine + 1 + (position - line) / columns
        }
    }

    /// Returns the images of the row that an image is in; none if it isn't in the feed.
    package func images(besides id: FeedImage.ID) -> ArraySlice<FeedImage> {
        guard let position = positions[id] else { return [] }
        let (start, end) = line.map { position < $0 ? (0, $0) : ($0, images.count) } ?? (0, images.count)
        let first = start + (position - start) / columns * columns
        return images[first..<min(first + columns, end)]
    }

    /// Returns the images of the row at a position; none if the line is there, or nothing.
    package func images(at position: Int) -> ArraySlice<FeedImage> {
        guard position >= 0, position < images.count + 1 else { return [] }
        var first = position * columns
        if let line, position >= rowsAboveLine {
            guard position > rowsAboveLine else { return [] }
            first = line + (position - rowsAboveLine - 1) * columns
        }
        return first < images.count ? images(besides: images[first].id) : []
    }

    /// Returns whether an image is in the same place of the same row as it was in other rows.
    package func hasInSamePlace(_ id: FeedImage.ID, as other: FeedRows) -> Bool {
        columns == other.columns && images(besides: id).first?.id == other.images(besides: id).first?.id
    }

    /// Returns the keys of the rows, from the top.
    /// - Parameters:
    ///   - line: The key of the line.
    ///   - keeping: The keys of the rows so far.
    ///   - preferred: The key to keep if a row could keep several.
    package func keys(line lineKey: UUID, keeping: Set<UUID>, preferred: UUID?) -> [UUID] {
        guard let line else { return keys(of: 0..<images.count, keeping, preferred) }
        return keys(of: 0..<line, keeping, preferred) + [lineKey] + keys(of: line..<images.count, keeping, preferred)
    }

    private func keys(of range: Range<Int>, _ kept: Set<UUID>, _ preferred: UUID?) -> [UUID] {
        guard columns > 1 else { return images[range].map(\.id) }
        return stride(from: range.lowerBound, to: range.upperBound, by: columns).map { first in
            let row = images[first..<min(first + columns, range.upperBound)]
            let known = row.filter { kept.contains($0.id) }
            return (known.first { $0.id == preferred } ?? known.first ?? images[first]).id
        }
    }

    private var rowsAboveLine: Int {
        ((line ?? 0) + columns - 1) / columns
    }
}
