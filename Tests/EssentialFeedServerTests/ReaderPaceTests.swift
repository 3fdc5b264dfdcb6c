import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct ReaderPaceTests {
    private let start = NIODeadline.now()

    /// When a reader that takes so many bytes each time is found too slow, in seconds.
    private func end(of takes: (_ second: Int) -> Int) -> Int? {
        var pace = ReaderPace(bytesPerSecond: 100, window: .seconds(20))
        var taken = 5_000
        pace.begin(taken: taken, at: start)
        for second in 1...200 {
            taken += takes(second)
            if second % 5 == 0, pace.isTooSlow(taken: taken, at: start + .seconds(Int64(second))) { return second }
        }
        return nil
    }

    @Test("N072 Server: a reader is too slow when it takes less than the floor in a whole window")
    func test_isTooSlow_afterAWindowBelowTheFloor() {
        #expect(end { _ in 0 } == 20)
        #expect(end { _ in 99 } == 20)
        #expect(end { $0 % 15 == 0 ? 136 : 0 } == 20)
        #expect(end { $0 <= 60 ? 100 : 0 } == 65)
    }

    @Test("N072 Server: a reader that takes the floor is not too slow, however it pauses within a window")
    func test_isTooSlow_neverWhenTheFloorIsTaken() {
        #expect(end { _ in 100 } == nil)
        #expect(end { $0 % 15 == 0 ? 2_000 : 0 } == nil)
        #expect(end { $0 % 20 == 0 ? 2_000 : 0 } == nil)
        #expect(end { $0 % 40 == 0 ? 4_000 : 0 } == 20)
    }

    @Test("N072 Server: what was taken before something waits does not count")
    func test_begin_forgetsWhatWasBefore() {
        var pace = ReaderPace(bytesPerSecond: 1, window: .seconds(20))
        var answers: [Bool] = []
        pace.begin(taken: 0, at: start)
        answers.append(pace.isTooSlow(taken: 0, at: start + .seconds(19)))
        pace.begin(taken: 0, at: start + .seconds(100))
        answers.append(pace.isTooSlow(taken: 0, at: start + .seconds(119)))
        answers.append(pace.isTooSlow(taken: 0, at: start + .seconds(120)))
        #expect(answers == [false, false, true])
    }
}
