package import Foundation

/// The rows of the feed's list. Each row has as many images as there are columns; the line above the seen images may
/// separate two rows, and the images after it begin a new row.
///
/// A row is identified by its key: the id of one of its images. It keeps the key as long as that image is in the row,
/// so that the list keeps its place when the row's other images change.
package struct FeedRows {
    /// The images in the order of the feed.
    package let images: [FeedImage]
    /// How many images a row has.
    package let columns: Int
    /// The image below the line; `nil` for no line.
    package let firstSeen: FeedImage.ID?
    /// The position of the image below the line; `nil` without a line.
    private let line: Int?
    private let positions: [FeedImage.ID: Int]

    /// Creates the rows of a list.
    /// - Parameters:
    ///   - images: The images in the order of the feed.
    ///   - columns: How many images a row has.
    ///   - firstSeen: The image below the line; `nil` for no line.
    package init(_ images: [FeedImage] = [], columns: Int = 1, firstSeen: FeedImage.ID? = nil) {
        self.images = images
        self.columns = max(1, columns)
        self.firstSeen = firstSeen
        positions = Dictionary(images.enumerated().map { ($1.id, $0) }) { first, _ in first }
        line = firstSeen.flatMap { [positions] in positions[$0] }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns an image of the feed by its id.
    package func image(_ id: FeedImage.ID) -> FeedImage? {
        positions[id].map { images[$0] }
    }

    /// Returns the position of an image's row, counting the line as a row.
    package func position(of id: FeedImage.ID) -> Int? {
        positions[id].map { position in
            guard let line, position >= line else { return position / columns }
            return rowsAboveLine + 1 + (position - line) / columns
        }
    }

    /// Returns the images in the same row as an image; none if the image isn't in the feed.
    package func images(besides id: FeedImage.ID) -> ArraySlice<FeedImage> {
        guard let position = positions[id] else { return [] }
        let (start, end) = line.map { position < $0 ? (0, $0) : ($0, images.count) } ?? (0, images.count)
        let first = start + (position - start) / columns * columns
        return images[first..<min(first + columns, end)]
    }

    /// Returns the images of the row at a position; none if the position is the line's or out of range.
    package func images(at position: Int) -> ArraySlice<FeedImage> {
        guard position >= 0, position < images.count + 1 else { return [] }
        var first = position * columns
        if let line, position >= rowsAboveLine {
            guard position > rowsAboveLine else { return [] }
            first = line + (position - rowsAboveLine - 1) * columns
        }
        return first < images.count ? images(besides: images[first].id) : []
    }

    /// Returns whether an image is in the same place of the same row as in other rows.
    package func hasInSamePlace(_ id: FeedImage.ID, as other: FeedRows) -> Bool {
        columns == other.columns && images(besides: id).first?.id == other.images(besides: id).first?.id
    }

    /// Returns the keys of the rows, from the top.
    /// - Parameters:
    ///   - line: The key of the line.
    ///   - keeping: The current keys of the rows.
    ///   - preferred: The key to keep if a row could keep more than one.
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
