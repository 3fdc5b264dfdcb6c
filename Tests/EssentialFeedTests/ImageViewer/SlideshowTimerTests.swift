import EssentialFeed
import TestSupport
import Testing

/// How long a slideshow shows an image.
@MainActor
@Suite(.detectsHangs) struct SlideshowTimerTests {
    private let clock = VirtualClock()
    private let turns = Shown<Int>()

    private func timer() -> SlideshowTimer {
        let timer = SlideshowTimer(turn: .seconds(8), clock: clock)
        timer.onTurnEnded = { [turns] in turns.add(1) }
        return timer
    }

    @Test func `The time of an image begins when it is seen, and doesn't begin again when it is seen sharper`() async {
        let timer = timer()
        #expect(clock.sleeps == [])
        timer.imageSeen()
        await clock.sleepers(1)
        timer.imageSeen()
        #expect(clock.sleeps == [.seconds(8)])
        clock.advance(by: .seconds(8))
        await turns.until { $0 == 1 }
        timer.imageChanged()
        timer.imageSeen()
        await clock.sleepers(1)
        #expect(clock.sleeps == [.seconds(8), .seconds(8)])
    }

    @Test func `An image stays while the slideshow is paused, and has the chosen time afterwards`() async {
        let timer = timer()
        timer.isPaused = true
        timer.imageSeen()
        timer.turn = .seconds(3)
        #expect(clock.sleeps == [])
        timer.isPaused = false
        await clock.sleepers(1)
        #expect(clock.sleeps == [.seconds(3)])
        clock.advance(by: .seconds(3))
        await turns.until { $0 == 1 }
    }

    @Test func `Another time applies to the image on the screen, too; an image that isn't seen has none`() async {
        let timer = timer()
        timer.imageSeen()
        await clock.sleepers(1)
        timer.turn = .seconds(30)
        await clock.sleepers(1)
        #expect(clock.sleeps == [.seconds(8), .seconds(30)])
        timer.imageChanged()
        timer.isPaused = true
        timer.isPaused = false
        #expect(clock.sleeps.count == 2)
    }
}
