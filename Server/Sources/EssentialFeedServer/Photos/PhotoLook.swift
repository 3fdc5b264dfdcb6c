import Foundation

/// The look of a picture: its brightness in a grid of cells that fills the upright picture of any proportions.
struct PhotoLook: Hashable, Sendable {
    static let edge = 48
    /// The long edge of the picture from which a look is made, in pixels.
    static let pictureEdge = 192
    private static let count = edge * edge
    /// The fewest cells along an edge of a part that is looked for; fewer cells look alike by chance.
    private static let leastPart = 16
    /// A picture with less variance of its details, such as a blank page, has no look.
    private static let leastDetail: Float = 0.5

    /// The brightness of the cells, row by row.
    let bytes: [UInt8]
    var data: Data { Data(bytes) }

    init?(bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    init(width: Int, height: Int, brightness: (_ x: Int, _ y: Int) -> Int) {
        bytes = (0..<Self.edge).flatMap { row in
            let rows = Self.range(row, of: height)
            return (0..<Self.edge).map { column in
                let columns = Self.range(column, of: width)
                var sum = 0
                for y in rows { for x in columns { sum += brightness(x, y) } }
                return UInt8(clamping: sum / (rows.count * columns.count))
            }
        }
    }

    /// Returns the pixels of a cell, which overlap if the picture is small.
    private static func range(_ cell: Int, of length: Int) -> Range<Int> {
        let start = min(length - 1, cell * length / edge)
        return start..<max(start + 1, min(length, ((cell + 1) * length + edge - 1) / edge))
    }
}

// MARK: Likeness

extension PhotoLook {
    /// Returns how much two whole pictures are alike, at most 1, even if one is turned or mirrored.
    /// - Returns: `nil` if a picture has too few details.
    func likeness(to other: PhotoLook) -> Double? { likeness(to: other.turns) }

    /// Returns the same for the ``turns`` of the other picture, which many pictures can be compared with.
    func likeness(to turns: [[Float]]) -> Double? {
        let details = details
        guard let unturned = Self.correlation(details, turns[0]) else { return nil }
        return turns.dropFirst().reduce(unturned) { max($0, Self.correlation(details, $1) ?? -1) }
    }

    /// The details of the picture, turned and mirrored in all eight ways.
    var turns: [[Float]] {
        let details = details
        return (0..<8).map { Self.turned(details, $0) }
    }

    /// Returns how much a picture is like a part of this one, at most 1.
    /// - Parameter ratio: The height of the part relative to its width, if the whole is a square.
    /// - Returns: `nil` if a picture has too few details, or is like no part.
    func likeness(toPart other: PhotoLook, ratio: Double) -> Double? {
        let whole = details
        var best: Double?
        for width in Self.leastPart...Self.edge {
            let height = Int((Double(width) * ratio).rounded())
            guard (Self.leastPart...Self.edge).contains(height) else { continue }
            let part = Self.details(other.scaled(width, height), width, height)
            let landmarks = Landmarks(of: part, width, height)
            let places = whole.withUnsafeBufferPointer { whole in
                (0...Self.edge - height).flatMap { y in
                    (0...Self.edge - width).lazy.filter { landmarks.mayBe(in: whole, at: y * Self.edge + $0) }
                        .map { ($0, y) }
                }
            }
            for (x, y) in places {
                let found = Self.correlation(whole, at: x, y, part, width, height)
                if let found { best = max(best ?? -1, found) }
            }
        }
        return best
    }

    /// The cells of a part that differ most from their surroundings, one of each region. They rule out most places
    /// for the part.
    private struct Landmarks {
        private static let regions = 5
        /// The least correlation of the landmarks where the correlation of all cells matters.
        private static let least: Float = 0.3

        /// The landmarks' places in the whole, relative to the part's.
        private var offsets: [Int] = []
        private var values: [Float] = []
        private var squares: Float = 0

        init(of part: [Float], _ width: Int, _ height: Int) {
            var strongest = [Int](repeating: -1, count: Self.regions * Self.regions)
            part.withUnsafeBufferPointer { part in
                for y in 0..<height {
                    for x in 0..<width {
                        let region = y * Self.regions / height * Self.regions + x * Self.regions / width
                        let cell = y * width + x
                        let other = strongest[region]
                        if other < 0 || abs(part[cell]) > abs(part[other]) { strongest[region] = cell }
                    }
                }
            }
            for cell in strongest {
                offsets.append(cell / width * PhotoLook.edge + cell % width)
                values.append(part[cell])
                squares += part[cell] * part[cell]
            }
        }

        func mayBe(in whole: UnsafeBufferPointer<Float>, at start: Int) -> Bool {
            var (product, squares): (Float, Float) = (0, 0)
            for index in 0..<offsets.count {
                let cell = whole[start + offsets[index]]
                product += cell * values[index]
                squares += cell * cell
            }
            return product > 0 && product * product >= Self.least * Self.least * squares * self.squares
        }
    }

    private var details: [Float] { Self.details(bytes.map(Float.init), Self.edge, Self.edge) }

    /// Returns the cells of the picture turned and mirrored, in one of eight ways.
    private static func turned(_ cells: [Float], _ way: Int) -> [Float] {
        let last = edge - 1
        var turned = cells
        for y in 0...last {
            for x in 0...last {
                let (column, row) = way & 1 == 0 ? (x, y) : (y, x)
                let source = (way & 2 == 0 ? row : last - row) * edge + (way & 4 == 0 ? column : last - column)
                turned[y * edge + x] = cells[source]
            }
        }
        return turned
    }

    private func scaled(_ width: Int, _ height: Int) -> [Float] {
        let steps = 3
        return bytes.withUnsafeBufferPointer { bytes in
            var scaled = [Float](repeating: 0, count: width * height)
            for y in 0..<height * steps {
                let row = y * Self.edge / (height * steps) * Self.edge
                for x in 0..<width * steps {
                    scaled[y / steps * width + x / steps] += Float(bytes[row + x * Self.edge / (width * steps)])
                }
            }
            return scaled.map { $0 / Float(steps * steps) }
        }
    }

    /// Returns what is left of the cells without their surroundings. Unlike bright skies and dark ground, that is
    /// different in each picture.
    private static func details(_ cells: [Float], _ width: Int, _ height: Int) -> [Float] {
        let radius = 2
        return cells.withUnsafeBufferPointer { cells in
            var details = [Float](repeating: 0, count: width * height)
            for y in 0..<height {
                let (top, bottom) = (max(0, y - radius), min(height - 1, y + radius))
                for x in 0..<width {
                    let (left, right) = (max(0, x - radius), min(width - 1, x + radius))
                    var sum: Float = 0
                    for row in top...bottom { for column in left...right { sum += cells[row * width + column] } }
                    details[y * width + x] =
                        cells[y * width + x] - sum / Float((bottom - top + 1) * (right - left + 1))
                }
            }
            return details
        }
    }

    private static func correlation(_ one: [Float], _ other: [Float]) -> Double? {
        correlation(one, at: 0, 0, other, edge, edge)
    }

    /// Returns the correlation of a part with the cells at a position of the whole.
    private static func correlation(
        _ whole: [Float], at x: Int, _ y: Int, _ part: [Float], _ width: Int, _ height: Int
    ) -> Double? {
        var (product, squares, otherSquares): (Float, Float, Float) = (0, 0, 0)
        whole.withUnsafeBufferPointer { whole in
            part.withUnsafeBufferPointer { part in
                for row in 0..<height {
                    let start = (y + row) * edge + x
                    for column in 0..<width {
                        let (one, other) = (whole[start + column], part[row * width + column])
                        product += one * other
                        squares += one * one
                        otherSquares += other * other
                    }
                }
            }
        }
        let count = Float(width * height)
        guard squares / count > leastDetail, otherSquares / count > leastDetail else { return nil }
        return Double(product / (squares * otherSquares).squareRoot())
    }
}
