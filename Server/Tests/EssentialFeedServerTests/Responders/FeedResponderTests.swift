import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import ImageFormats
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import EssentialFeedServer

/// Pages of the feed over a catalog that changes.
@Suite struct FeedResponderTests {
    /// A catalog of one photo, whose description the test changes, with or without another version.
    private final class Catalog: PublishedPhotos {
        private struct State {
            var number = 1
            var description = "first"
            var size = PixelSize(width: 4_000, height: 3_000)
            var reads = 0
        }

        static let id = UUID()
        private let state = Mutex(State())

        func change(to description: String, size: PixelSize = PixelSize(width: 4_000, height: 3_000), number: Int) {
            state.withLock { ($0.description, $0.size, $0.number) = (description, size, number) }
        }

        var reads: Int { state.withLock(\.reads) }
        var version: CatalogVersion { CatalogVersion(catalog: "a", number: state.withLock(\.number)) }

        func page(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto] {
            state.withLock { state in
                state.reads += 1
                return [
                    ListedPhoto(
                        id: Self.id, description: state.description, place: nil, date: Date(timeIntervalSince1970: 0),
                        author: nil, placeholder: nil, sizes: PhotoSizes(state.size, .none))
                ]
            }
        }

        func listed(_ id: UUID) throws -> ListedPhoto? { nil }
        func position(of id: UUID) throws -> FeedPosition? { nil }
        func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition] { [] }
        func photo(_ id: UUID) throws -> Photo? { nil }
        func comments(of id: UUID) throws -> [ImageComment]? { nil }
        func hasDocumentComment(_ id: UUID) throws -> Bool { false }
        func photoCount() throws -> Int { 1 }
        func months(in zone: TimeZone) throws -> [PhotoMonth: Int] { [:] }
    }

    private let catalog = Catalog()

    private func pages() throws -> (FeedResponder, ImageLinks) {
        let address = try ServerAddress("https://example.com")
        let pages = FeedResponder(
            photos: catalog, base: address.displayText, threads: .singleton, servesOriginals: true)
        return (pages, ImageLinks(address: address))
    }

    private func body(_ pages: FeedResponder, _ links: ImageLinks) async throws -> Data {
        let response = try await pages.feed(.contract, "", conditions: [:], links: links)
        return Data(try await response.body.collected().readableBytesView)
    }

    @Test func `Server: a page is read once, and again whenever the catalog has changed`() async throws {
        let (pages, links) = try pages()
        for (reads, (text, number)) in [("first", 1), ("second", 2), ("third", 3), ("fourth", 2)].enumerated() {
            catalog.change(to: text, number: number)
            for _ in 0..<3 {
                #expect(try FeedPayload.decode(try await body(pages, links)).map(\.description) == [text])
            }
            #expect(catalog.reads == reads + 1)
        }
    }

    @Test func `Server: a page is in memory once, whatever else its query says`() async throws {
        let (pages, links) = try pages()
        for number in 0..<300 {
            _ = try await pages.feed(.contract, "junk=\(number)&limit=1", conditions: [:], links: links)
        }
        #expect(catalog.reads == 1)
    }

    @Test func `Server: answers in memory take no more than the maximum together, the last one always among them`() {
        let answers = RecentAnswers<CatalogVersion, Int, Int>(maximum: 100)
        let version = CatalogVersion(catalog: "a", number: 1)
        for number in 1...50 {
            answers.insert(number, for: number, at: version, size: number)
            #expect(answers.answer(for: number, at: version) == number)
            #expect((1...50).compactMap { answers.answer(for: $0, at: version) }.reduce(0, +) <= 100)
        }
        answers.insert(0, for: 0, at: version, size: 101)
        #expect(answers.answer(for: 0, at: version) == nil)
        #expect(answers.answer(for: 50, at: version) == 50)
    }

    @Test func `Server: a photo of unknown size has no width, height and variants; others have all`() async throws {
        let (pages, links) = try pages()
        let keys = ["height", "width", "variants"]
        #expect(Set(keys).isSubset(of: try fields(try await body(pages, links))))
        for (number, size) in [(0, 0), (4_000, 0), (0, 3_000)].enumerated() {
            catalog.change(to: "no size", size: PixelSize(width: size.0, height: size.1), number: number + 2)
            #expect(try fields(try await body(pages, links)).isDisjoint(with: keys))
        }
    }

    /// Returns the names of the first item's fields.
    private func fields(_ body: Data) throws -> Set<String> {
        let page = try #require(try JSONSerialization.jsonObject(with: body) as? [String: [[String: Any]]])
        return Set(try #require(page["items"]?.first).keys)
    }
}
