import Foundation

/// The frequencies of a channel in a ThumbHash besides its average: the lowest ones, in a triangle.
struct ThumbHashFrequencies {
    static let (ofColours, ofAlpha) = (
        ThumbHashFrequencies(columns: 3, rows: 3), ThumbHashFrequencies(columns: 5, rows: 5)
    )

    let columns: Int
    let rows: Int

    /// The horizontal and vertical frequencies, in stored order.
    var all: [(across: Int, down: Int)] {
        var all: [(across: Int, down: Int)] = []
        for down in 0..<rows {
            for across in 0..<columns where across * rows < columns * (rows - down) {
                if across > 0 || down > 0 { all.append((across, down)) }
            }
        }
        return all
    }

    var count: Int { all.count }

    /// Returns the cosine waves along an edge: the value of each frequency at each pixel.
    static func waves(_ count: Int, over length: Int) -> [[Double]] {
        (0..<count).map { frequency in
            (0..<length).map { cos(.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }
}
