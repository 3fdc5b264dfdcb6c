package import Foundation

/// The rows of the feed's list: cards or rows of photos, and separators between them.
///
/// A row of images is identified by its key: the id of one of its images. It keeps the key as long as this image is in
/// the row, which keeps the list's place when the row's other images change.
package struct FeedRows {
    /// A row without images, above an image.
    package enum Separator: Hashable, Sendable {
        /// The line above the images that the user has seen.
        case line
        /// The name of a month that fills at least about two rows.
        case month
    }

    package let images: [FeedImage]
    package let firstSeen: FeedImage.ID?
    package private(set) var arrangement = FeedArrangement.cards
    package private(set) var months: [FeedMonth] = []
    private let positions: [FeedImage.ID: Int]
    private var width = 0
    /// The rows of photos; `nil` if each row has one image.
    private var justified: JustifiedRows?
    private var separators: [(image: Int, kind: Separator)] = []

    package init(_ images: [FeedImage] = [], firstSeen: FeedImage.ID? = nil) {
        self.images = images
        self.firstSeen = firstSeen
        positions = Dictionary(images.enumerated().map { ($1.id, $0) }) { first, _ in first }
        separators = line
    }

    private var line: [(image: Int, kind: Separator)] {
        firstSeen.flatMap { positions[$0] }.flatMap { $0 > 0 ? [($0, .line)] : nil } ?? []
    }

    package mutating func arrange(
        as arrangement: FeedArrangement, width: Int, months: [FeedMonth] = [], isComplete: Bool = true
    ) {
        self.arrangement = arrangement
        self.width = width
        self.months = months
        separators = line
        guard let measures = arrangement.rows else {
            justified = nil
            return
        }
        let shapes = images.map(\.shownSize)
        if arrangement != .grid(.high) {
            separators += months.filter { month in
                let length = shapes[month.images].reduce(0) { $0 + PictureAspect.widthByHeight(ofWhole: $1) }
                return length * Double(measures.height) > 1.5 * Double(width)
            }.map { ($0.images.lowerBound, .month) }
            separators.sort { ($0.image, $0.kind == .line ? 0 : 1) < ($1.image, $1.kind == .line ? 0 : 1) }
        }
        var breaks = separators.map(\.image)
        breaks = zip(breaks, [-1] + breaks).filter { $0 != $1 }.map(\.0)
        justified = JustifiedRows(shapes, width: width, measures: measures, breaks: breaks, isComplete: isComplete)
    }

    /// The number of images in a row, on average.
    package var imagesInRow: Int { justified.map { max(1, images.count / max(1, $0.starts.count)) } ?? 1 }

    /// Returns the expected display sizes of pictures.
    /// - Parameter scale: The number of screen pixels per application pixel.
    package func sizing(scale: Int) -> PictureSizing {
        if let justified { return .rows(justified, width: width, scale: scale) }
        // A card has a margin on both sides, and so has the picture inside it.
        let card = min(width + 2 * FeedArrangement.margin, FeedArrangement.maximumCardWidth)
        return .cards(width: max(1, card - 4 * FeedArrangement.margin), scale: scale)
    }

    // MARK: Images

    package func image(_ id: FeedImage.ID) -> FeedImage? { positions[id].map { images[$0] } }

    package func position(of id: FeedImage.ID) -> Int? {
        positions[id].map { position in row(of: position) + separators.partitioningIndex { $0.image > position } }
    }

    package func images(besides id: FeedImage.ID) -> ArraySlice<FeedImage> {
        positions[id].map { images[photos(row(of: $0))] } ?? []
    }

    /// Returns the places of an image's row; `nil` if the image has a row to itself.
    package func places(besides id: FeedImage.ID, width: Int) -> JustifiedRows.Row? {
        guard let justified, let position = positions[id] else { return nil }
        return justified.row(justified.index(of: position), width: width)
    }

    package func images(at position: Int) -> ArraySlice<FeedImage> {
        let before = separators.indices.partitioningIndex { row(of: separators[$0].image) + $0 > position }
        if before > 0, row(of: separators[before - 1].image) + before - 1 == position { return [] }
        let wanted = position - before
        return (0..<rowCount).contains(wanted) ? images[photos(wanted)] : []
    }

    package func hasInSamePlace(_ id: FeedImage.ID, as other: FeedRows) -> Bool {
        arrangement == other.arrangement && images(besides: id).first?.id == other.images(besides: id).first?.id
    }

    // MARK: Months

    package func month(of id: FeedImage.ID) -> FeedMonth? {
        guard let position = positions[id] else { return nil }
        let next = months.partitioningIndex { $0.images.lowerBound > position }
        return next > 0 ? months[next - 1] : nil
    }

    /// Returns the month to show on an image, because the image is the month's first one and no separator has its name.
    package func month(on id: FeedImage.ID) -> FeedMonth? {
        guard let month = month(of: id), month.images.lowerBound == positions[id] else { return nil }
        let next = separators.partitioningIndex { $0.image >= month.images.lowerBound }
        let hasName = separators[next...].prefix { $0.image == month.images.lowerBound }.contains { $0.kind == .month }
        return hasName ? nil : month
    }

    // MARK: Keys

    /// Returns the keys of the rows, from the top.
    /// - Parameter preferred: The key to keep if a row could keep more than one.
    package func keys(
        keeping: Set<UUID>, preferred: UUID?, separatorKey: (Separator, FeedImage.ID) -> UUID
    ) -> [UUID] {
        var keys: [UUID] = []
        keys.reserveCapacity(rowCount + separators.count)
        var next = 0
        for row in 0..<rowCount {
            let photos = photos(row)
            while next < separators.count, separators[next].image == photos.lowerBound {
                keys.append(separatorKey(separators[next].kind, images[photos.lowerBound].id))
                next += 1
            }
            keys.append(key(photos, keeping, preferred))
        }
        return keys
    }

    private func key(_ photos: Range<Int>, _ kept: Set<UUID>, _ preferred: UUID?) -> UUID {
        let first = images[photos.lowerBound].id
        guard photos.count > 1 else { return first }
        let known = images[photos].filter { kept.contains($0.id) }
        return (known.first { $0.id == preferred } ?? known.first)?.id ?? first
    }

    private var rowCount: Int { justified?.starts.count ?? images.count }

    private func row(of position: Int) -> Int { justified?.index(of: position) ?? position }

    private func photos(_ row: Int) -> Range<Int> { justified?.photos(row) ?? row..<row + 1 }
}
