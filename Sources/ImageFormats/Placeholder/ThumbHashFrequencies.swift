import Foundation

/// The frequencies of a channel that a ThumbHash keeps besides its average: those in the triangle of the lowest ones.
struct ThumbHashFrequencies {
    static let (ofColours, ofAlpha) = (
        ThumbHashFrequencies(columns: 3, rows: 3), ThumbHashFrequencies(columns: 5, rows: 5)
    )

    let columns: Int
    let rows: Int

    /// The frequencies across and down, in the order in which they are stored.
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

    /// Returns the waves of the frequencies over an edge: for each frequency its value at each pixel.
    static func waves(_ count: Int, over length: Int) -> [[Double]] {
        (0..<count).map { frequency in
            (0..<length).map { cos(.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }
}
