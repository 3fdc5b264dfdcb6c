import Foundation
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

@Suite struct PictureCacheTests {
    private let size = PixelSize(width: 4, height: 3)

    @Test func `A lower limit takes effect at once; nothing is left after all are removed`() {
        let cache = PictureCache<Int>(limit: 100)
        for number in 1...4 { cache.insert(number, for: url(number), size: size, cost: 25) }
        cache.limit = 60
        #expect((1...4).filter { cache.picture(for: url($0), size: size) != nil } == [3, 4])
        cache.limit = 30
        #expect((1...4).filter { cache.picture(for: url($0), size: size) != nil } == [4])
        cache.removeAll()
        #expect(cache.cost == 0)
        #expect(cache.picture(for: url(4), size: size) == nil)
        #expect(PictureCache<Int>().limit == 64 << 20)
    }

    @Test func `A cache gives pictures back once it was neither read nor filled between two calls, the oldest first`() {
        let cache = PictureCache<Int>(limit: 100)
        for number in 1...4 { cache.insert(number, for: url(number), size: size, cost: 25) }
        #expect(!cache.shrinkUnlessUsed(to: 50))
        #expect(cache.picture(for: url(1), size: size) != nil)
        #expect(!cache.shrinkUnlessUsed(to: 50))
        #expect(cache.cost == 100)
        #expect(cache.shrinkUnlessUsed(to: 50))
        #expect(cache.cost == 50)
        #expect(!cache.shrinkUnlessUsed(to: 50))
        #expect([1, 2, 3, 4].filter { cache.picture(for: url($0), size: size) != nil } == [1, 4])
        #expect(cache.limit == 100)
    }

    @Test func `A request that accepts any size gets the newest picture until the right one has come`() {
        let large = PixelSize(width: 40, height: 30)
        let cache = PictureCache<Int>(limit: 100)
        #expect(cache.picture(for: a, size: large, fallback: .anySize) == nil)
        cache.insert(1, for: a, size: card, cost: 10)
        cache.insert(2, for: a, size: wide, cost: 10)
        #expect(cache.picture(for: a, size: large) == nil)
        #expect(cache.picture(for: a, size: large, fallback: .anySize) == CachedPicture(picture: 2, isExact: false))
        cache.insert(3, for: a, size: large, cost: 10)
        #expect(cache.picture(for: a, size: large, fallback: .anySize) == CachedPicture(picture: 3, isExact: true))
        cache.limit = 20
        #expect(cache.picture(for: a, size: card, fallback: .anySize) == CachedPicture(picture: 3, isExact: false))
        cache.removeAll()
        #expect(cache.picture(for: a, size: card, fallback: .anySize) == nil)
    }

    @Test func `After any sequence of calls, the cache holds what a plain list with the same rules holds`() {
        var random = SeededGenerator(seed: 28)
        let cache = PictureCache<Int>(limit: 100)
        var list: [(number: Int, size: PixelSize, value: Int, cost: Int)] = []
        for step in 0..<5_000 {
            let number = random.below(8)
            let size = random.below(2) == 0 ? card : wide
            switch random.below(8) {
            case 0..<4:
                let cost = random.below(30)
                cache.insert(step, for: url(number), size: size, cost: cost)
                list.removeAll { $0.number == number && $0.size == size }
                guard cost <= 25 else { break }
                while list.reduce(0, { $0 + $1.cost }) > 100 - cost { list.removeFirst() }
                list.append((number, size, step, cost))
            case 4..<7:
                let found = list.firstIndex { $0.number == number && $0.size == size }.map { list.remove(at: $0) }
                if let found { list.append(found) }
                #expect(cache.picture(for: url(number), size: size)?.picture == found?.value)
            default:
                let bytes = 60 + random.below(60)
                cache.limit = bytes
                cache.limit = 100
                while list.reduce(0, { $0 + $1.cost }) > bytes { list.removeFirst() }
            }
            #expect(cache.cost == list.reduce(0) { $0 + $1.cost })
        }
    }
}
