import Testing

@testable import EssentialFeedServer

@Suite struct PhotoLookTests {
    /// A picture of rectangles, different for each seed.
    private static func picture(_ seed: UInt64) -> [[Int]] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func number(below limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state >> 33) % limit
        }
        var rows = Array(repeating: Array(repeating: 128, count: 192), count: 192)
        for index in 0..<60 {
            let edge = [100, 60, 40, 25, 15][index % 5]
            let (x, y, grey) = (number(below: 192), number(below: 192), number(below: 256))
            for row in y..<min(192, y + 4 + number(below: edge)) {
                for column in x..<min(192, x + edge) { rows[row][column] = grey }
            }
        }
        return rows
    }

    private static func look(_ rows: [[Int]]) -> PhotoLook {
        PhotoLook(width: rows[0].count, height: rows.count) { rows[$1][$0] }
    }

    @Test(arguments: [(0, 0, 96, 192), (30, 40, 120, 120), (60, 60, 70, 70), (10, 100, 90, 80), (5, 5, 180, 180)])
    func `A part of a picture is found wherever it was, and however bright it is now`(
        x: Int, y: Int, width: Int, height: Int
    ) throws {
        let whole = Self.picture(1)
        let part = whole[y..<y + height].map { row in row[x..<x + width].map { $0 * 9 / 10 + 20 } }
        let ratio = Double(height) / Double(width)
        let likeness = try #require(Self.look(whole).likeness(toPart: Self.look(part), ratio: ratio))
        #expect(likeness > 0.8)
        for seed: UInt64 in 2...4 {
            let other = Self.look(Self.picture(seed)).likeness(toPart: Self.look(part), ratio: ratio) ?? 0
            #expect(other < 0.7, "\(seed)")
        }
    }

    @Test func `A part is found although its strongest corner looked otherwise beside what was cut off`() throws {
        var whole = Array(repeating: Array(repeating: 200, count: 192), count: 192)
        var state: UInt64 = 7
        for _ in 0..<90 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (x, y) = (Int(state >> 33) % 184, Int(state >> 45) % 184)
            for row in y..<y + 8 { for column in x..<x + 8 { whole[row][column] = 170 } }
        }
        for row in 24..<56 {
            for column in 24..<56 {
                whole[row][column] = row < 40 || column < 40 ? 255 : row < 44 && column < 44 ? 220 : 150
            }
        }
        let part = whole[40..<160].map { Array($0[40..<160]) }
        #expect(try #require(Self.look(whole).likeness(toPart: Self.look(part), ratio: 1)) > 0.7)
    }

    @Test func `A turned or mirrored picture is the same one, and another picture isn't`() throws {
        let rows = Self.picture(1)
        let columns = (0..<192).map { column in rows.map { $0[column] } }
        for turned in [rows.map { Array($0.reversed()) }, Array(rows.reversed()), columns] {
            #expect(try #require(Self.look(rows).likeness(to: Self.look(turned))) > 0.99)
        }
        #expect(try #require(Self.look(rows).likeness(to: Self.look(Self.picture(2)))) < 0.4)
    }
}
