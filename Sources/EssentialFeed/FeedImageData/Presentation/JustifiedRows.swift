import Foundation
package import ImageFormats

/// Photos in rows of equal height that fill a width, each photo in its own shape.
///
/// A row ends where the ratio of its height to the target is nearest to 1. Photos after a row don't change its end, so
/// more photos at the end change only the last row. If the last row before a break can't fill the width, the row is
/// divided again with the rows before it. If that doesn't help, the row has the target height and leaves its end empty.
package struct JustifiedRows: Hashable, Sendable {
    /// The lengths in application pixels that determine the rows.
    package struct Measures: Hashable, Sendable {
        package let height: Int
        package let spacing: Int

        package init(height: Int, spacing: Int) {
            self.height = height
            self.spacing = spacing
        }
    }

    package struct Row: Hashable, Sendable {
        package let photos: Range<Int>
        /// The height of the photos in application pixels.
        package let height: Int
        /// Where each photo begins and ends in the row.
        package let spans: [Range<Int>]
    }

    /// The ratio of two successive widths for dividing photos.
    private static let step = 1.05
    /// The ratio of two successive heights of pictures.
    ///
    /// Cairo needs twenty times as long to reduce a picture to less than three quarters of its size as for a smaller
    /// reduction.
    private static let pictureStep = 1.25
    /// The minimum height of a panorama, which has a row to itself.
    private static let leastHeight = 96

    package let starts: [Int]
    private let aspects: [Double]
    private let measures: Measures

    /// Divides photos into rows.
    /// - Parameters:
    ///   - width: The approximate width of the rows.
    ///   - breaks: The positions of photos that begin a row, in ascending order.
    ///   - isComplete: Whether no photos will follow; the last row is then divided like one before a break.
    package init(
        _ shapes: [PixelSize?], width: Int, measures: Measures, breaks: [Int] = [], isComplete: Bool = true
    ) {
        self.measures = measures
        aspects = shapes.map(PictureAspect.widthByHeight)
        var division = RowDivision(aspects: aspects, width: Self.step(width), measures: measures)
        var start = 0
        for end in breaks + [aspects.count] where end > start && end <= aspects.count {
            division.add(start..<end, isComplete: isComplete || end < aspects.count)
            start = end
        }
        starts = division.starts
    }

    /// Returns the nearest of the few widths for dividing photos. A slightly wider window keeps its rows.
    package static func step(_ width: Int) -> Double {
        pow(step, (log(Double(max(1, width))) / log(step)).rounded())
    }

    package func index(of photo: Int) -> Int { max(0, starts.partitioningIndex { $0 > photo } - 1) }

    package func photos(_ index: Int) -> Range<Int> {
        starts[index]..<(index + 1 < starts.count ? starts[index + 1] : aspects.count)
    }

    package func row(_ index: Int, width: Int) -> Row {
        let photos = photos(index)
        // The width may be half a step wider than the width of the division.
        let height = height(of: photos, width: Double(width), excess: Self.step)
        // Rounding the sums instead of the widths makes the last photo end exactly at the edge.
        var passed = 0.0
        let spans = photos.map { photo in
            let gaps = measures.spacing * (photo - photos.lowerBound)
            let start = Int((passed * height).rounded()) + gaps
            passed += aspects[photo]
            return start..<max(start + 1, Int((passed * height).rounded()) + gaps)
        }
        return Row(photos: photos, height: shown(height, of: photos), spans: spans)
    }

    /// Returns the height at which a row fills the width, or the target if that height is too large.
    private func height(of photos: Range<Int>, width: Double, excess: Double) -> Double {
        let room = max(width - Double(measures.spacing * (photos.count - 1)), 1)
        let height = room / aspects[photos].reduce(0, +)
        return height > excess * RowDivision.largest * Double(measures.height) ? Double(measures.height) : height
    }

    private func shown(_ height: Double, of photos: Range<Int>) -> Int {
        max(photos.count == 1 ? Self.leastHeight : 1, Int(height.rounded()))
    }

    /// Returns the height of a photo's picture in application pixels: one of a few heights, at least that of the
    /// photo's row and less than a third more. All widths with the same rows have the same heights, so a slightly wider
    /// window doesn't load pictures again.
    /// - Parameter photo: The position of the photo. A photo outside all rows gets the usual height.
    package func pictureHeight(at photo: Int?, width: Int) -> Int {
        var height = measures.height
        if let photo, aspects.indices.contains(photo) {
            let photos = photos(index(of: photo))
            let widest = Self.step(width) * Self.step.squareRoot()
            height = shown(self.height(of: photos, width: widest, excess: Self.step * Self.step), of: photos)
        }
        let steps = log(Double(height)) / log(Self.pictureStep)
        return Int(pow(Self.pictureStep, steps.rounded(.up)).rounded(.up))
    }
}

/// The division of photos into rows.
private struct RowDivision {
    /// The limits of a row's height, in proportion to the target.
    static let smallest = 0.6
    static let largest = 1.35
    /// How many rows before the last one are divided again with it.
    private static let reach = 4

    let aspects: [Double]
    let width: Double
    let measures: JustifiedRows.Measures
    private(set) var starts: [Int] = []

    mutating func add(_ section: Range<Int>, isComplete: Bool) {
        var first = section.lowerBound
        var sum = 0.0
        var run = starts.count
        for photo in section {
            // A panorama has a row to itself.
            if height(aspects[photo], 1) < Self.smallest {
                close(first..<photo, of: run)
                starts.append(photo)
                (first, sum, run) = (photo + 1, 0, starts.count)
                continue
            }
            let (without, with) = (height(sum, photo - first), height(sum + aspects[photo], photo - first + 1))
            if photo > first, with < Self.smallest || without * with <= 1 {
                close(first..<photo, of: run)
                (first, sum) = (photo, 0)
            }
            sum += aspects[photo]
        }
        guard first < section.upperBound else { return }
        if isComplete { close(first..<section.upperBound, of: run) } else { starts.append(first) }
    }

    /// Returns the height of a row in proportion to the target.
    private func height(_ aspects: Double, _ count: Int) -> Double {
        (width - Double(measures.spacing * (count - 1))) / max(aspects, 0.01) / Double(measures.height)
    }

    /// Ends a row. If it is too high, divides it again with the rows before it.
    /// - Parameter run: The first row that may be divided again.
    private mutating func close(_ row: Range<Int>, of run: Int) {
        guard let first = row.first else { return }
        starts.append(first)
        guard height(aspects[row].reduce(0, +), row.count) > Self.largest else { return }
        let again = max(run, starts.count - 1 - Self.reach)
        if let better = divided(starts[again]..<row.upperBound) { starts.replaceSubrange(again..., with: better) }
    }

    /// Divides photos into rows with heights as near to the target as possible; `nil` if no division keeps the limits.
    private func divided(_ photos: Range<Int>) -> [Int]? {
        // For each position, the best division of the photos before it, and the first photo of its last row.
        var best = [(cost: 0.0, first: photos.lowerBound)]
        for end in photos.dropFirst() + [photos.upperBound] {
            var found = (cost: Double.infinity, first: photos.lowerBound)
            var sum = 0.0
            for first in (photos.lowerBound..<end).reversed() {
                sum += aspects[first]
                let height = height(sum, end - first)
                guard height >= Self.smallest else { break }
                let cost = best[first - photos.lowerBound].cost + log(height) * log(height)
                if height <= Self.largest, cost < found.cost { found = (cost, first) }
            }
            best.append(found)
        }
        var starts: [Int] = []
        var end = photos.upperBound
        while end > photos.lowerBound {
            let (cost, first) = best[end - photos.lowerBound]
            guard cost.isFinite else { return nil }
            starts.insert(first, at: 0)
            end = first
        }
        return starts
    }
}

extension RandomAccessCollection {
    /// Returns the position of the first element that fulfils the condition. All elements before it must not fulfil it,
    /// and all after it must.
    func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let middle = index(low, offsetBy: count / 2)
            if isAfter(self[middle]) {
                count /= 2
            } else {
                low = index(after: middle)
                count -= count / 2 + 1
            }
        }
        return low
    }
}
