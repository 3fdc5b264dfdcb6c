import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

@MainActor
@Suite(.detectsHangs) struct FeedImageControllersTests {
    private let size = PixelSize(width: 4, height: 3)

    @Test func `B213 Images that stay in the list keep their controllers; removed images have none`() throws {
        let images = uniqueFeed()
        let rows = FeedImageControllers<String>(sizing: .cards(width: 4)) { _, _, _ in "a picture" }
        rows.display(images)
        let kept = try #require(rows.controller(for: images[1].id))
        rows.display([uniqueImage(), images[1]])
        #expect(rows.controller(for: images[1].id) === kept)
        #expect(rows.controller(for: images[0].id) == nil)
    }

    @Test func `B213 An image whose URL has changed gets another controller`() throws {
        let image = uniqueImage()
        let rows = FeedImageControllers<String>(sizing: .cards(width: 4)) { _, _, _ in "a picture" }
        rows.display([image])
        let old = try #require(rows.controller(for: image.id))
        rows.display([FeedImage(id: image.id, url: anyURL())])
        let new = try #require(rows.controller(for: image.id))
        #expect(new !== old)
        #expect(new.image.url == anyURL())
    }

    @Test func `B238 The rows after those on the screen are preloaded, and half as many before them`() async throws {
        let images = (0..<12).map { _ in uniqueImage() }
        let (rows, loads, requests) = held(images)
        rows.visibleRowsChanged([images[4].id, images[5].id])
        for load in 0..<4 { try await loads.arrival(load) }
        #expect(Set(requests.value.map(\.image.url)) == Set([3, 6, 7, 8].map { images[$0].url }))
        #expect(requests.value.allSatisfy { $0.priority == .preload })
    }

    @Test func `In several columns as many rows are preloaded as in one`() async throws {
        let images = (0..<40).map { _ in uniqueImage() }
        let (rows, loads, requests) = held(images)
        rows.imagesInRow = 3
        rows.visibleRowsChanged(Set(images[12..<18].map(\.id)))
        for load in 0..<13 { try await loads.arrival(load) }
        #expect(Set(requests.value.map(\.image.url)) == Set((Array(8..<12) + Array(18..<27)).map { images[$0].url }))
    }

    @Test func `B239 The preload of a row that is no longer near the screen is cancelled`() async throws {
        let images = (0..<12).map { _ in uniqueImage() }
        let (rows, loads, _) = held(images)
        rows.visibleRowsChanged([images[0].id])
        for load in 0..<3 { try await loads.arrival(load) }
        rows.visibleRowsChanged([images[8].id])
        for load in 0..<3 { try await loads.cancellation(load) }
        #expect(Set(loads.cancelled) == [0, 1, 2])
    }

    @Test func `B245 A row keeps its running request when further rows are appended`() async throws {
        let images = (0..<4).map { _ in uniqueImage() }
        let (rows, loads, requests) = held(Array(images[..<2]))
        rows.visibleRowsChanged([images[0].id])
        try await loads.arrival(0)
        rows.display(images)
        try await loads.arrival(2)
        #expect(requests.value.count == 3)
        #expect(Set(requests.value.map(\.image.url)) == Set([1, 2, 3].map { images[$0].url }))
        #expect(loads.cancelled.isEmpty)
    }

    @Test func `B238 A picture that was loaded once is not preloaded again`() async throws {
        let images = (0..<2).map { _ in uniqueImage() }
        let (rows, loads, requests) = held(images)
        rows.visibleRowsChanged([images[0].id])
        try await loads.arrival(0)
        loads.answer(0, with: .success("a picture"))
        rows.visibleRowsChanged([])
        rows.visibleRowsChanged([images[1].id])
        try await loads.arrival(1)
        rows.visibleRowsChanged([images[0].id])
        #expect(requests.value.map(\.image.url) == [images[1].url, images[0].url])
    }

    @Test func `A preload of another size is cancelled, and the picture is preloaded in its new size`() async throws {
        let images = (0..<2).map { _ in uniqueImage() }
        let (rows, loads, requests) = held(images)
        rows.visibleRowsChanged([images[0].id])
        try await loads.arrival(0)
        rows.sizing = .cards(width: 400)
        try await loads.cancellation(0)
        try await loads.arrival(1)
        #expect(loads.cancelled == [0])
        let sizings = [PictureSizing.cards(width: 4), .cards(width: 400)]
        #expect(requests.value.map(\.size) == sizings.map { $0.size(of: images[1]) })
    }

    @Test func `Images that change their places without changing the rows get the sizes of their new rows`() throws {
        let images = (0..<31).map { _ in uniqueImage() }
        func arranged(_ images: [FeedImage]) -> FeedRows {
            var rows = FeedRows(images, firstSeen: images[1].id)
            rows.arrange(as: .tiles, width: 760)
            return rows
        }
        let rows = FeedImageControllers<String>(sizing: arranged(images).sizing(scale: 1)) { _, _, _ in "a picture" }
        rows.display(images)
        let sizes = try [images[0], images[30]].map { try #require(rows.controller(for: $0.id)).pictureSize }
        try #require(sizes[0] != sizes[1])
        let swapped = [images[30]] + images[1..<30] + [images[0]]
        rows.display(swapped) { rows.sizing = arranged(swapped).sizing(scale: 1) }
        #expect(rows.controller(for: images[0].id)?.pictureSize == sizes[1])
        #expect(rows.controller(for: images[30].id)?.pictureSize == sizes[0])
    }

    private func held(_ images: [FeedImage]) -> (FeedImageControllers<String>, HeldCalls<String>, Requests) {
        let loads = HeldCalls<String>()
        let requests = Requests()
        let rows = FeedImageControllers<String>(nearRows: 3, sizing: .cards(width: 4)) { request, ticket, _ in
            requests.add(request, ticket)
            return try await loads.call()
        }
        rows.display(images)
        return (rows, loads, requests)
    }
}
