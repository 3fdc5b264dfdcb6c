import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// When an animation shows and decodes which frame, without a clock.
@Suite struct AnimationStateTests {
    /// Frames of 100 ms each. Large ones are too many to be kept.
    private static func header(
        _ count: Int, loops: Int? = 0, isLarge: Bool = false, edge: Int = 1_000
    ) throws -> AnimationInfo {
        let side = isLarge ? edge : 10
        let gif = AnimatedGIF(side, side, loops: loops, frames: Array(repeating: .init(1, 1), count: count))
        return try #require(AnimationInfo(of: gif.data))
    }

    /// An animation that plays, with its first frames.
    private static func playing(_ header: AnimationInfo, decoded: Int) -> AnimationState {
        var state = AnimationState(header)
        _ = state.handle(.watched(true))
        _ = state.handle(.playsByItself(true))
        _ = state.handle(.decoded(decoded))
        _ = state.handle(.time(.zero))
        return state
    }

    private static let playing = AnimationViewModel(isPlaying: true, needsTime: true)
    private static let standing = AnimationViewModel(isPlaying: false, needsTime: false)

    @Test func `Nothing is decoded before the animation can be seen and plays`() throws {
        var state = AnimationState(try Self.header(3))
        #expect(state.handle(.time(.zero)) == [])
        #expect(state.handle(.playsByItself(true)) == [.update(AnimationViewModel(isPlaying: true, needsTime: false))])
        #expect(state.handle(.watched(true)) == [.update(Self.playing), .decode])
        #expect(state.handle(.decoded(3)) == [])
    }

    @Test func `Each frame is shown when its time has come, and the first one again after the last`() throws {
        var state = Self.playing(try Self.header(3), decoded: 3)
        #expect(state.handle(.time(.milliseconds(99))) == [])
        #expect(state.handle(.time(.milliseconds(100))) == [.show(1)])
        #expect(state.handle(.time(.milliseconds(250))) == [.show(2)])
        #expect(state.handle(.time(.milliseconds(299))) == [])
        #expect(state.handle(.time(.milliseconds(300))) == [.show(3)])
        #expect(state.kept(3) == 0)
        #expect(state.handle(.time(.milliseconds(520))) == [.show(5)])
    }

    @Test func `An animation that is played so many times rests on its last frame, and begins anew if asked`() throws {
        var state = Self.playing(try Self.header(2, loops: 1), decoded: 2)
        for frame in 1...3 { #expect(state.handle(.time(.milliseconds(frame * 100))) == [.show(frame)]) }
        #expect(state.handle(.time(.milliseconds(400))) == [.update(Self.standing)])
        #expect(state.handle(.time(.milliseconds(900))) == [])
        #expect(state.handle(.toggled) == [.update(Self.playing)])
        #expect(state.handle(.time(.seconds(5))) == [.show(4)])
        #expect(state.kept(4) == 0)
        for frame in 5...7 {
            #expect(state.handle(.time(.seconds(5) + .milliseconds((frame - 4) * 100))) == [.show(frame)])
        }
        #expect(state.handle(.time(.seconds(6))) == [.update(Self.standing)])
    }

    @Test func `An animation stands still while it can't be seen or is stopped, and goes on where it was`() throws {
        var state = Self.playing(try Self.header(9), decoded: 9)
        #expect(state.handle(.time(.milliseconds(150))) == [.show(1)])
        for (stop, start, viewModel) in [
            (AnimationState.Event.watched(false), AnimationState.Event.watched(true), true),
            (.toggled, .toggled, false),
        ] {
            let shown = viewModel ? 1 : 2
            #expect(state.handle(stop) == [.update(AnimationViewModel(isPlaying: viewModel, needsTime: false))])
            #expect(state.handle(.time(.seconds(100 * shown))) == [])
            #expect(state.handle(start) == [.update(Self.playing)])
            #expect(state.handle(.time(.seconds(500 * shown))) == [])
            #expect(state.handle(.time(.seconds(500 * shown) + .milliseconds(49))) == [])
            #expect(state.handle(.time(.seconds(500 * shown) + .milliseconds(50))) == [.show(shown + 1)])
            #expect(state.handle(.time(.seconds(500 * shown) + .milliseconds(100))) == [])
        }
    }

    @Test func `Without animations on the desktop, nothing moves and nothing is decoded until one asks`() throws {
        var state = AnimationState(try Self.header(3))
        #expect(state.handle(.watched(true)) == [])
        #expect(state.handle(.playsByItself(false)) == [])
        #expect(state.handle(.time(.seconds(9))) == [])
        #expect(state.handle(.toggled) == [.update(Self.playing), .decode])
        // They are switched off while it plays, and on again.
        #expect(state.handle(.decoded(3)) == [])
        #expect(state.handle(.time(.zero)) == [])
        #expect(state.handle(.time(.milliseconds(110))) == [.show(1)])
        #expect(state.handle(.playsByItself(false)) == [.update(Self.standing)])
        #expect(state.handle(.playsByItself(true)) == [])
    }

    @Test func `A small animation is decoded once, however often it is played`() throws {
        var state = Self.playing(try Self.header(4), decoded: 2)
        #expect(state.handle(.decoded(2)) == [])
        for frame in 1...50 { #expect(state.handle(.time(.milliseconds(frame * 100))) == [.show(frame)]) }
    }

    @Test(arguments: 1...9)
    func `Of a large animation only the frames that come next are there, however long it is`(count: Int) throws {
        var state = AnimationState(try Self.header(1_000, isLarge: true))
        var (decoded, shown, dropped, time) = (0, 0, 0, Duration.zero)
        var actions = state.handle(.watched(true)) + state.handle(.playsByItself(true))
        for step in 0..<4_000 {
            for action in actions {
                switch action {
                case .decode: decoded += count
                case .show(let frame): shown = frame
                case .drop(let first): dropped = first
                case .update: break
                }
            }
            #expect(shown < max(1, decoded) && dropped == shown && decoded - shown <= 2 * count)
            // The decoder is as fast as the screen at times, and slower at others.
            let isDecoded = actions.contains(.decode) && step % 3 != 0
            if actions.contains(.decode), !isDecoded { time += .milliseconds(300) }
            if actions.contains(.decode) {
                actions = state.handle(.decoded(count))
            } else {
                time += .milliseconds(50)
                actions = state.handle(.time(time))
            }
        }
        #expect(shown > 1_000)
    }

    @Test func `A frame that isn't decoded in time is waited for, and what was late isn't hurried after`() throws {
        var state = Self.playing(try Self.header(100, isLarge: true), decoded: 2)
        #expect(state.handle(.time(.milliseconds(100))) == [.show(1), .drop(before: 1)])
        for time in 2...9 { #expect(state.handle(.time(.milliseconds(time * 100))) == []) }
        #expect(state.handle(.decoded(2)) == [])
        #expect(state.handle(.time(.milliseconds(910))) == [.show(2), .drop(before: 2), .decode])
        #expect(state.handle(.time(.milliseconds(990))) == [])
        #expect(state.handle(.time(.milliseconds(1_000))) == [.show(3), .drop(before: 3)])
    }

    @Test func `Of a large animation that has an end, nothing is decoded beyond it`() throws {
        var state = Self.playing(try Self.header(2, loops: nil, isLarge: true, edge: 3_000), decoded: 1)
        #expect(state.handle(.decoded(1)) == [])
        #expect(state.handle(.time(.milliseconds(100))) == [.show(1), .drop(before: 1)])
        #expect(state.handle(.time(.milliseconds(200))) == [.update(Self.standing)])
    }

    @Test func `Frames of a canvas that is much larger aren't kept, because its memory would stay with them`() throws {
        let header = try Self.header(2, isLarge: true, edge: 4_000)
        #expect(header.frameBytes * 2 < 20_000_000)
        var state = Self.playing(header, decoded: 2)
        #expect(state.handle(.time(.milliseconds(100))) == [.show(1), .drop(before: 1)])
        #expect(state.kept(2) == 2)
    }

    @Test func `A screen that has stood still for an hour moves the animation on by a second at most`() throws {
        var state = Self.playing(try Self.header(2, loops: 99), decoded: 2)
        #expect(state.handle(.time(.seconds(3_600))) == [.show(10)])
    }

    @Test func `A decoder that has no frames any more stops the animation, and isn't asked again and again`() throws {
        var state = Self.playing(try Self.header(100, isLarge: true), decoded: 1)
        #expect(state.handle(.decoded(0)) == [.update(Self.standing)])
    }

    @Test func `An animation whose decoder fails stands still, and tries again when it is asked to`() throws {
        var state = Self.playing(try Self.header(100, isLarge: true), decoded: 2)
        #expect(state.handle(.failed) == [.update(Self.standing)])
        #expect(state.handle(.time(.seconds(1))) == [])
        #expect(state.handle(.toggled) == [.update(Self.playing), .decode])
    }
}
