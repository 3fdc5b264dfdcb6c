import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// Compares what is written with what Foundation's encoder writes of the same values.
@Suite struct PayloadBytesTests {
    @Test
    func `Whatever the texts, sizes and dates, a feed page has the bytes that Foundation's encoder gives it`() throws {
        var generator = SeededGenerator(seed: 240)
        var images = (0..<500).map { _ in Self.image(&generator) }
        images +=
            [uniqueImage(), detailedImage()] + uniqueFeed()
            + Self.texts.map { uniqueImage(description: $0, location: $0) }

        for image in images {
            #expect(FeedPayload.encode([image]) == (try Self.encoded([image].map(Item.init))), "\(image)")
        }
        #expect(FeedPayload.encode(images) == (try Self.encoded(images.map(Item.init))))
        #expect(FeedPayload.encode([]) == (try Self.encoded([Item]())))
    }

    @Test func `B043 Whatever their texts, comments have the bytes that Foundation's encoder gives them`() throws {
        var generator = SeededGenerator(seed: 43)
        let comments = Self.texts.map { text in
            ImageComment(
                id: UUID(), message: text, createdAt: Self.date(&generator),
                author: ImageCommentAuthor(username: String(text.reversed())))
        }

        #expect(ImageCommentsPayload.encode(comments) == (try Self.encoded(comments.map(Comment.init))))
        #expect(ImageCommentsPayload.encode([]) == (try Self.encoded([Comment]())))
    }

    @Test
    func `Dates are written exactly as Foundation writes them, in every year and at every fraction of a second`() {
        var generator = SeededGenerator(seed: 78)
        var dates = (0..<20_000).map { _ in Self.date(&generator) }
        for year in [1, 4, 1582, 1583, 1600, 1700, 1900, 1970, 2000, 2001, 2024, 2100, 9999] {
            for (month, day) in [(1, 1), (2, 28), (3, 1), (10, 4), (10, 15), (12, 31)] {
                guard let midnight = WireDate.date(from: Self.midnight(year, month, day)) else { continue }
                dates += [0, -1, 1, 86_399, 86_400, -0.25, 0.25, 0.999_999, -0.000_001].map { midnight + $0 }
            }
        }
        for date in dates {
            #expect(WireDate.text(date) == date.formatted(.iso8601), "\(date.timeIntervalSinceReferenceDate)")
        }
    }

    @Test func `Dates that no calendar has are written as Foundation writes them`() {
        for seconds in [-13_197_600_000.5, -62_135_596_800, -1e12, 252_423_993_600, 1e12] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(WireDate.text(date) == date.formatted(.iso8601))
        }
    }

    // MARK: - Values

    /// Every character that JSON escapes or may escape, and some that it must not touch.
    private static let texts: [String] =
        (0x00...0xFF).compactMap { Unicode.Scalar($0).map { "a\($0)b\($0)" } } + [
            "", "\"", "\\", "\\\"", "/", "</script>", "{", "[", "},{", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFD}",
            "\u{FFFF}", "\u{10FFFF}", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦", "🇬🇷", "Ο Φάρος", "São Paulo", "\r\n",
            "\u{7F}\u{80}\u{85}",
            String(repeating: "\"\n", count: 10_000),
        ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            let ranges: [ClosedRange<UInt32>] = [
                0...0x7F, 0...0x1F, 0x20...0x7F, 0x80...0x7FF, 0x2000...0x2100, 0x1_F300...0x1_F6FF,
            ]
            let range = ranges[Int.random(in: ranges.indices, using: &generator)]
            return Unicode.Scalar(UInt32.random(in: range, using: &generator)) ?? "?"
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func date(_ generator: inout SeededGenerator) -> Date {
        let years =
            Bool.random(using: &generator) ? -1_000_000_000.0...1_000_000_000 : -13_197_600_000...252_423_993_599
        let seconds = Double.random(in: years, using: &generator)
        return Date(timeIntervalSinceReferenceDate: Bool.random(using: &generator) ? seconds : seconds.rounded())
    }

    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> String {
        func digits(_ number: Int, _ count: Int) -> String {
            String(repeating: "0", count: count - String(number).count) + String(number)
        }
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T00:00:00Z"
    }

    private static func image(_ generator: inout SeededGenerator) -> FeedImage {
        func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &generator) ? value : nil }
        func size() -> PixelSize {
            PixelSize(
                width: Int.random(in: -1...100_000, using: &generator), height: Int(generator.next() >> 1))
        }
        let url =
            URL(string: "https://a.url/ü%20/\(Int.random(in: 0...99, using: &generator))?size=480&signature=a-b~c")
            ?? anyURL()
        let variants = (0..<Int.random(in: 0...4, using: &generator)).map { _ in ImageVariant(url: url, size: size()) }
        let bytes = Data(
            (0..<Int.random(in: 0...30, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
        return FeedImage(
            id: UUID(), description: maybe(text(&generator)), location: maybe(text(&generator)), url: url,
            pixelSize: maybe(size()), placeholder: maybe(bytes), createdAt: maybe(date(&generator)),
            author: maybe(text(&generator)), variants: variants)
    }

    // MARK: - Foundation

    private static func encoded(_ items: [some Encodable]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(["items": items])
    }

    private struct Item: Encodable {
        let id: UUID
        let description: String?
        let location: String?
        let image: String
        let width: Int?
        let height: Int?
        let placeholder: Data?
        let created_at: String?
        let author: String?
        let variants: [Variant]?

        init(_ image: FeedImage) {
            (id, description, location) = (image.id, image.description, image.location)
            self.image = image.url.absoluteString
            (width, height) = (image.pixelSize?.width, image.pixelSize?.height)
            (placeholder, author) = (image.placeholder, image.author)
            created_at = image.createdAt?.formatted(.iso8601)
            variants = image.variants.isEmpty ? nil : image.variants.map(Variant.init)
        }
    }

    private struct Variant: Encodable {
        let url: String
        let width: Int
        let height: Int

        init(_ variant: ImageVariant) {
            url = variant.url.absoluteString
            (width, height) = (variant.size.width, variant.size.height)
        }
    }

    private struct Comment: Encodable {
        struct Author: Encodable {
            let username: String
        }

        let id: UUID
        let message: String
        let created_at: String
        let author: Author

        init(_ comment: ImageComment) {
            (id, message) = (comment.id, comment.message)
            created_at = comment.createdAt.formatted(.iso8601)
            author = Author(username: comment.author.username)
        }
    }
}
