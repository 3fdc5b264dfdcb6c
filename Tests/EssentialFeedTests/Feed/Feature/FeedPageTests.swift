import EssentialFeed
import Foundation
import Testing
import TestSupport

@Suite struct FeedPageTests {
    @Test func `B005 A page holds images and an optional action; without one there is no further page`() {
        let images = uniqueFeed()
        let page = FeedPage(images: images, origin: .remote, loadedAt: .distantPast)

        #expect(page.images == images)
        #expect(page.loadedAt == .distantPast)
        #expect(page.loadMore == nil)
    }

    @Test func `B006 A page's action yields a page that itself may or may not have an action`() async throws {
        let feed = uniqueFeed()
        let last = FeedPage(images: feed, origin: .remote, loadedAt: .now)
        let second = FeedPage(images: Array(feed[..<2]), origin: .remote, loadedAt: .now, loadMore: { last })
        let first = FeedPage(images: Array(feed[..<1]), origin: .remote, loadedAt: .now, loadMore: { second })

        let more = try await first.loadMore?()
        let end = try await more?.loadMore?()

        #expect(more?.images == Array(feed[..<2]))
        #expect(end?.images == feed)
        #expect(end?.loadMore == nil)
    }
}
