import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct TransferPaceTests {
    private let start = NIODeadline.now()

    /// Returns the second in which a client that receives these bytes is found too slow.
    private func end(of bytes: (_ second: Int) -> Int) -> Int? {
        var pace = TransferPace(bytesPerSecond: 100, window: .seconds(20))
        var received = 5_000
        pace.begin(received: received, at: start)
        for second in 1...200 {
            received += bytes(second)
            if second % 5 == 0, pace.isTooSlow(received: received, at: start + .seconds(Int64(second))) {
                return second
            }
        }
        return nil
    }

    @Test func `Server: a client is too slow if it receives less than the minimum in a whole window`() {
        #expect(end { _ in 0 } == 20)
        #expect(end { _ in 99 } == 20)
        #expect(end { $0 % 15 == 0 ? 136 : 0 } == 20)
        #expect(end { $0 <= 60 ? 100 : 0 } == 65)
    }

    @Test func `Server: a client that receives the minimum is not too slow, however it pauses within a window`() {
        #expect(end { _ in 100 } == nil)
        #expect(end { $0 % 15 == 0 ? 2_000 : 0 } == nil)
        #expect(end { $0 % 20 == 0 ? 2_000 : 0 } == nil)
        #expect(end { $0 % 40 == 0 ? 4_000 : 0 } == 20)
    }

    @Test func `Server: a new response starts a new measurement`() {
        var pace = TransferPace(bytesPerSecond: 1, window: .seconds(20))
        var answers: [Bool] = []
        pace.begin(received: 0, at: start)
        answers.append(pace.isTooSlow(received: 0, at: start + .seconds(19)))
        pace.begin(received: 0, at: start + .seconds(100))
        answers.append(pace.isTooSlow(received: 0, at: start + .seconds(119)))
        answers.append(pace.isTooSlow(received: 0, at: start + .seconds(120)))
        #expect(answers == [false, false, true])
    }
}
