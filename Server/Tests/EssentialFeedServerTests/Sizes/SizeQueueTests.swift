import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct SizeQueueTests {
    private let photos = (0..<4).map { _ in SizeRequest(photo: UUID()) }

    @Test func `Photos that are waited for come in their order, each once`() {
        var queue = SizeQueue(maximumRequested: 3)
        let accepted = [photos[0], photos[1], photos[0], photos[2]].map { queue.request($0) }
        #expect(accepted == [true, true, true, true])
        let order = (0..<4).map { _ in queue.next() }
        #expect(order == [photos[0], photos[1], photos[2], nil])
    }

    @Test func `A photo that is being made isn't asked for again`() {
        var queue = SizeQueue(maximumRequested: 1)
        queue.begin(ahead: photos[0].photo)
        let isAccepted = queue.request(photos[0])
        #expect(isAccepted)
        queue.end()
        let next = queue.next()
        #expect(next == nil)
    }

    @Test func `No more photos are waited for than the limit allows`() {
        var queue = SizeQueue(maximumRequested: 2)
        let accepted = (photos + [photos[1]]).map { queue.request($0) }
        #expect(accepted == [true, true, false, false, true])
        let first = queue.next()
        #expect(first == photos[0])
        let isAccepted = queue.request(photos[2])
        #expect(isAccepted)
    }

    @Test func `The full size of a photo is made after its other sizes`() {
        var queue = SizeQueue(maximumRequested: 1)
        queue.begin(ahead: photos[0].photo)
        let isAccepted = queue.request(SizeRequest(photo: photos[0].photo, isOriginal: true))
        #expect(isAccepted)
        queue.end()
        let next = queue.next()
        #expect(next?.isOriginal == true)
    }
}
