import EssentialFeed
import Foundation
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// The viewer over the loads of its pictures.
@MainActor
@Suite(.detectsHangs) struct ImageViewerControllerTests {
    private final class View: ImageViewerView {
        private(set) var shown: [ImageViewerViewModel] = []
        private(set) var pictures: [String] = []
        let changed = Shown<String>()

        func display(_ viewModel: ImageViewerViewModel) { shown.append(viewModel) }

        func display(_ state: FeedImageState<String>) {
            switch state {
            case .empty: pictures.append("empty")
            case .loading: pictures.append("loading")
            case .shown(let picture): pictures.append(picture)
            case .failed(let error): pictures.append("\(error)")
            }
            if let last = pictures.last { changed.add(last) }
        }
    }

    private let images = (0..<4).map { number in
        FeedImage(
            id: UUID(), description: "\(number)", url: anyURL(), pixelSize: PixelSize(width: 4_000, height: 3_000),
            variants: [ImageVariant(url: anyURL(), size: PixelSize(width: 2_000, height: 1_500))])
    }

    private func viewer(
        at position: Int, look: FeedImageController<String>.Look? = nil, onNearEnd: @escaping @MainActor () -> Void = {}
    ) -> (controller: ImageViewerController<String>, view: View, requests: Requests, loads: HeldCalls<String>) {
        let (view, requests, loads) = (View(), Requests(), HeldCalls<String>())
        let pictures = FeedImageControllers<String>(
            nearRows: 2, sizing: .whole(in: PixelSize(width: 400, height: 400)), look: look
        ) { request, ticket, _ in
            requests.add(request, ticket)
            return try await loads.call()
        }
        let controller = ImageViewerController(
            ImageViewerState(showing: images[position], of: images), pictures: pictures,
            texts: { FeedImageViewModel(description: $0.description) }, onNearEnd: onNearEnd)
        controller.view = view
        return (controller, view, requests, loads)
    }

    @Test func `The card's picture is there at once, and the one of the viewer's size takes its place`() async throws {
        let (controller, view, requests, loads) = viewer(at: 0) { _, _ in
            CachedPicture(picture: "card", isExact: false)
        }
        controller.appear()
        #expect(view.pictures == ["card"])
        #expect(view.shown.last?.texts.description == "0")
        for call in 0...2 { try await loads.arrival(call) }
        #expect(Set(requests.value.map(\.size)) == [PixelSize(width: 400, height: 300)])
        #expect(requests.value.filter { $0.priority == .visible }.map(\.image) == [images[0]])
        #expect(Set(requests.value.map(\.image)) == Set(images.prefix(3)))
        controller.stop()
    }

    @Test func `A thumbnail loads at its own size, and any image can be shown`() async throws {
        let (controller, view, requests, loads) = viewer(at: 0)
        controller.appear()
        for call in 0...2 { try await loads.arrival(call) }
        let thumbnail = controller.picture(of: images[3], size: PixelSize(width: 60, height: 60))
        let small = View()
        thumbnail.becomeVisible(small)
        try await loads.arrival(3)
        #expect(requests.value.last?.size == PixelSize(width: 60, height: 60))
        #expect(requests.value.last?.image == images[3])
        controller.show(images[3].id)
        #expect(controller.image == images[3])
        #expect(view.shown.last?.texts.description == "3")
        controller.stop()
    }

    @Test func `Zooming in loads the picture in steps up to the largest variant; out loads nothing`() async throws {
        let (controller, view, requests, loads) = viewer(at: 3) { _, _ in CachedPicture(picture: "old", isExact: false)
        }
        controller.appear()
        for call in 0...1 { try await loads.arrival(call) }
        let first = try #require(requests.value.firstIndex { $0.priority == .visible })
        for scale in [1.0, 1.5, 1.9, 1] { controller.zoomed(to: scale) }
        loads.answer(first, with: .success("picture"))
        try await loads.arrival(2)
        #expect(requests.value.last?.size == PixelSize(width: 800, height: 600))
        for scale in [3.0, 1, 30, 64] { controller.zoomed(to: scale) }
        loads.answer(2, with: .success("larger picture"))
        try await loads.arrival(3)
        #expect(requests.value.last?.size == PixelSize(width: 4_000, height: 3_000))
        loads.answer(3, with: .success("largest picture"))
        await view.changed.until { $0 == "largest picture" }
        controller.zoomed(to: 100)
        #expect(loads.count == 4)
        controller.stop()
    }

    @Test func `An enlarged picture has the shape of the whole image, though the box's is rounded`() async throws {
        let (controller, view, requests, loads) = viewer(at: 3) { _, _ in CachedPicture(picture: "old", isExact: false)
        }
        controller.boxChanged(PixelSize(width: 470, height: 800))
        controller.appear()
        for call in 0...1 { try await loads.arrival(call) }
        let first = try #require(requests.value.firstIndex { $0.priority == .visible })
        #expect(requests.value[first].size == PixelSize(width: 470, height: 353))
        controller.zoomed(to: 64)
        loads.answer(first, with: .success("picture"))
        try await loads.arrival(2)
        #expect(requests.value.last?.size == PixelSize(width: 4_000, height: 3_000))
        #expect(view.pictures == ["old", "picture"])
        controller.stop()
    }

    @Test func `The next photo shows its own texts and no other's picture`() async throws {
        var ends = 0
        let (controller, view, _, _) = viewer(at: 1, onNearEnd: { ends += 1 })
        controller.appear()
        controller.showNext()
        #expect(view.shown.last?.image == images[2])
        #expect(view.pictures.last == "loading")
        #expect(ends == 1)
        controller.stop()
        controller.showNext()
        #expect(view.shown.last?.image == images[2])
    }
}
