import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// The viewer's animation over its decoder.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct AnimationControllerTests {
    private final class View: AnimationView {
        let animations = Shown<AnimationViewModel?>()
        let frames = Shown<String>()

        func display(_ animation: AnimationViewModel?) { animations.add(animation) }
        func display(frame: String) { frames.add(frame) }
    }

    /// An animation of three frames, decoded by the test.
    private struct Frames: Animation {
        let header: AnimationInfo
        let calls = HeldCalls<[String]>()

        init() throws {
            let gif = AnimatedGIF(10, 10, frames: Array(repeating: .init(1, 1), count: 3))
            header = try #require(AnimationInfo(of: gif.data))
        }

        /// Goes on even if it is cancelled, as a decoder does.
        func next() async throws -> [String] { try await Task { try await calls.call() }.value }
    }

    private let image = FeedImage(id: UUID(), url: anyURL())
    private let size = PixelSize(width: 40, height: 30)

    private func controller(
        _ open: @escaping AnimationController<String>.Open, onError: @escaping @MainActor (any Error) -> Void = { _ in }
    ) -> (AnimationController<String>, View) {
        let (controller, view) = (AnimationController<String>(open: open, onError: onError), View())
        controller.view = view
        controller.isWatched = true
        return (controller, view)
    }

    @Test func `An animation begins by itself, shows its frames in time, and is gone with its image`() async throws {
        let frames = try Frames()
        let opened = EventLog<FeedImage>()
        let (controller, view) = controller { image, _ in
            opened.append(image)
            return frames
        }
        controller.start(image, shownAt: size)
        await letOthersRun()
        controller.start(image, shownAt: size)
        try await frames.calls.arrival(0)
        frames.calls.answer(0, with: .success(["0", "1", "2"]))
        await letOthersRun()
        #expect(opened.events == [image])
        #expect(
            view.animations.all == [
                AnimationViewModel(isPlaying: false, needsTime: false),
                AnimationViewModel(isPlaying: true, needsTime: true),
            ])
        for time in 0...4 { controller.timePassed(.milliseconds(time * 100)) }
        #expect(view.frames.all == ["1", "2", "0", "1"])
        controller.close()
        #expect(view.animations.last == .some(nil))
        controller.timePassed(.seconds(9))
        #expect(!controller.toggle() && view.frames.all.count == 4 && frames.calls.count == 1)
    }

    @Test func `A still has nothing to play`() async {
        let (controller, view) = controller { _, _ in nil }
        controller.start(image, shownAt: size)
        await letOthersRun()
        #expect(view.animations.all.isEmpty && !controller.toggle())
    }

    @Test func `An error is reported once, the frame that is shown stays, and the person can try again`() async throws {
        let frames = try Frames()
        var errors: [String] = []
        let (controller, view) = controller({ _, _ in frames }, onError: { errors.append("\($0)") })
        controller.start(image, shownAt: size)
        try await frames.calls.arrival(0)
        frames.calls.answer(0, with: .failure(PictureError.tooSlow))
        await letOthersRun()
        #expect(errors == ["\(PictureError.tooSlow)"])
        #expect(view.animations.last == AnimationViewModel(isPlaying: false, needsTime: false))
        #expect(controller.toggle())
        try await frames.calls.arrival(1)
        frames.calls.answer(1, with: .success(["0", "1", "2"]))
        await letOthersRun()
        for time in 0...1 { controller.timePassed(.milliseconds(time * 100)) }
        #expect(view.frames.all == ["1"] && errors.count == 1)

        let (unopened, unopenedView) = self.controller(
            { _, _ in throw PictureError.noMemory }, onError: { errors.append("\($0)") })
        unopened.start(image, shownAt: size)
        await letOthersRun()
        #expect(errors.last == "\(PictureError.noMemory)")
        #expect(unopenedView.animations.all == [AnimationViewModel(isPlaying: false, needsTime: false)])
        unopened.close()
        #expect(unopenedView.animations.last == .some(nil))
        #expect(!unopened.toggle())
    }

    @Test func `An animation that couldn't be opened is opened again when it is to play, and plays`() async throws {
        let frames = try Frames()
        let opening = HeldCalls<Frames?>()
        let errors = Shown<String>()
        let (controller, view) = controller({ _, _ in try await opening.call() }, onError: { errors.add("\($0)") })
        controller.playsByItself = false
        controller.start(image, shownAt: size)
        for attempt in 0..<2 {
            try await opening.arrival(attempt)
            opening.answer(attempt, with: .failure(PictureError.noMemory))
            await letOthersRun()
            #expect(errors.all.count == attempt + 1)
            // A sharper picture of the same image doesn't try again by itself.
            controller.start(image, shownAt: PixelSize(width: 80, height: 60))
            await letOthersRun()
            #expect(opening.count == attempt + 1)
            #expect(controller.toggle())
            #expect(!controller.toggle(), "it is being opened")
        }
        try await opening.arrival(2)
        opening.answer(2, with: .success(frames))
        try await frames.calls.arrival(0)
        frames.calls.answer(0, with: .success(["0", "1", "2"]))
        await letOthersRun()
        #expect(view.animations.last == AnimationViewModel(isPlaying: true, needsTime: true))
        for time in 0...1 { controller.timePassed(.milliseconds(time * 100)) }
        #expect(view.frames.all == ["1"] && errors.all.count == 2)
        #expect(controller.toggle())
        #expect(view.animations.last == AnimationViewModel(isPlaying: false, needsTime: false))
    }

    @Test func `What turns out to be a still when it is tried again has no button`() async throws {
        let opening = HeldCalls<Frames?>()
        let (controller, view) = controller { _, _ in try await opening.call() }
        controller.start(image, shownAt: size)
        try await opening.arrival(0)
        opening.answer(0, with: .failure(PictureError.noMemory))
        await letOthersRun()
        #expect(controller.toggle())
        try await opening.arrival(1)
        opening.answer(1, with: .success(nil))
        await letOthersRun()
        #expect(view.animations.last == .some(nil))
        #expect(!controller.toggle())
    }

    @Test func `What was decoded for an image that isn't shown any more is dropped`() async throws {
        let (first, second) = (try Frames(), try Frames())
        let image = image
        let (controller, view) = controller { shown, _ in shown == image ? first : second }
        controller.start(image, shownAt: size)
        try await first.calls.arrival(0)
        controller.start(FeedImage(id: UUID(), url: anyURL()), shownAt: size)
        first.calls.answer(0, with: .success(["old", "old", "old"]))
        try await second.calls.arrival(0)
        second.calls.answer(0, with: .success(["0", "1", "2"]))
        await letOthersRun()
        for time in 0...2 { controller.timePassed(.milliseconds(time * 100)) }
        #expect(view.frames.all == ["1", "2"])
    }

    @Test func `What comes late of an image that is gone begins nothing; its errors aren't reported`() async throws {
        let (first, second) = (try Frames(), try Frames())
        let opening = HeldCalls<Frames>()
        var errors: [String] = []
        let (controller, view) = controller(
            { _, _ in try await Task { try await opening.call() }.value }, onError: { errors.append("\($0)") })
        let results: [Result<Frames, any Error>] = [
            .success(first), .failure(PictureError.noMemory), .success(first),
        ]
        for (index, result) in results.enumerated() {
            controller.start(FeedImage(id: UUID(), url: anyURL()), shownAt: size)
            try await opening.arrival(index)
            if index < 2 { controller.close() }
            opening.answer(index, with: result)
            await letOthersRun()
        }
        #expect(view.animations.all.count == 2 && first.calls.count == 1)
        controller.start(image, shownAt: size)
        try await opening.arrival(3)
        opening.answer(3, with: .success(second))
        try await second.calls.arrival(0)
        first.calls.answer(0, with: .failure(PictureError.tooSlow))
        await letOthersRun()
        #expect(view.animations.last == AnimationViewModel(isPlaying: true, needsTime: true))
        second.calls.answer(0, with: .failure(CancellationError()))
        await letOthersRun()
        #expect(view.animations.last == AnimationViewModel(isPlaying: false, needsTime: false))
        #expect(errors == [])
    }

    @Test func `Frames of a large animation that have been shown are let go of`() async throws {
        let (controller, view) = (
            AnimationController<Frame>(open: { _, _ in try LongAnimation() }, onError: { _ in }), FrameView()
        )
        controller.view = view
        controller.isWatched = true
        controller.start(image, shownAt: size)
        for time in 0..<20 {
            await letOthersRun()
            controller.timePassed(.milliseconds(time * 100))
        }
        await letOthersRun()
        #expect(view.frames.count == 19)
        #expect(view.frames.count { $0.frame != nil } == 1)
    }

    /// A frame whose end can be seen.
    private final class Frame: Sendable {}

    private final class FrameView: AnimationView {
        struct Shown {
            weak var frame: Frame?
        }

        private(set) var frames: [Shown] = []

        func display(_ animation: AnimationViewModel?) {}
        func display(frame: Frame) { frames.append(Shown(frame: frame)) }
    }

    /// A hundred frames too large to be kept, decoded one by one.
    private struct LongAnimation: Animation {
        let header: AnimationInfo

        init() throws {
            let gif = AnimatedGIF(1_000, 1_000, frames: Array(repeating: .init(1, 1), count: 100))
            header = try #require(AnimationInfo(of: gif.data))
        }

        func next() async throws -> [Frame] { [Frame()] }
    }

    @Test func `The animation comes from the cached variant that is shown; nothing is downloaded`() async throws {
        let variants = [400, 2_000].map {
            ImageVariant(url: URL(filePath: "/\($0)"), size: PixelSize(width: $0, height: $0))
        }
        let image = FeedImage(
            id: UUID(), url: URL(filePath: "/own"), pixelSize: PixelSize(width: 4_000, height: 4_000),
            variants: variants)
        for (cached, expected) in [
            (["/400", "/2000", "/own"], "/400"), (["/2000", "/own"], "/2000"), (["/own"], "/own"), ([], nil),
        ] {
            let opened = EventLog<String>()
            let load = LoadFeedImageAnimation<String>(
                cached: { cached.contains($0.path) ? Data($0.path.utf8) : nil },
                open: {
                    opened.append(String(decoding: $0, as: UTF8.self))
                    return nil
                })
            _ = try await load.load(image, shownAt: PixelSize(width: 300, height: 300))
            #expect(opened.events == [expected].compactMap(\.self))
        }
    }
}
