import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct SizeQueueTests {
    private let photos = (0..<4).map { _ in SizeRequest(photo: UUID()) }

    @Test func `Photos that are waited for come in their order, each once`() {
        var queue = SizeQueue(maximumRequested: 3, maximumPerPerson: 1)
        let accepted = [photos[0], photos[1], photos[0], photos[2]].map { queue.request($0, for: nil) }
        #expect(accepted == [true, true, true, true])
        let order = (0..<4).map { _ in queue.next() }
        #expect(order == [photos[0], photos[1], photos[2], nil])
    }

    @Test func `A photo that is being made isn't asked for again`() {
        var queue = SizeQueue(maximumRequested: 1, maximumPerPerson: 1)
        let begun = queue.begin(ahead: photos[0].photo)
        #expect(begun == photos[0])
        let isAccepted = queue.request(photos[0], for: "maria")
        #expect(isAccepted)
        queue.end(begun)
        #expect(queue.running.isEmpty)
        let next = queue.next()
        #expect(next == nil)
    }

    @Test func `No more photos are waited for than the limit allows`() {
        var queue = SizeQueue(maximumRequested: 2, maximumPerPerson: 2)
        let accepted = (photos + [photos[1]]).map { queue.request($0, for: nil) }
        #expect(accepted == [true, true, false, false, true])
        let first = queue.next()
        #expect(first == photos[0])
        let isAccepted = queue.request(photos[2], for: nil)
        #expect(isAccepted)
    }

    @Test func `A person waits for a few photos at a time, and leaves room for the others`() {
        var queue = SizeQueue(maximumRequested: 3, maximumPerPerson: 2)
        let accepted = photos.map { queue.request($0, for: "maria") }
        #expect(accepted == [true, true, false, false])
        // Even for a photo someone else waits for.
        let ofBob = [photos[2], photos[0]].map { queue.request($0, for: "bob") }
        #expect(ofBob == [true, true])
        let again = queue.request(photos[2], for: "maria")
        #expect(!again)
    }

    @Test func `People take turns, however many photos one of them waits for`() {
        var queue = SizeQueue(maximumRequested: 9, maximumPerPerson: 9)
        for photo in photos.prefix(3) { _ = queue.request(photo, for: "maria") }
        let first = queue.next()
        _ = queue.request(photos[3], for: "bob")
        let order = [first] + (0..<3).map { _ in queue.next() }
        #expect(order == [photos[0], photos[3], photos[1], photos[2]])
    }

    @Test func `Whoever asks for one photo after the other doesn't come before those who wait`() {
        var queue = SizeQueue(maximumRequested: 9, maximumPerPerson: 9)
        for photo in photos.prefix(2) { _ = queue.request(photo, for: "maria") }
        var order: [SizeRequest?] = []
        for photo in photos.suffix(2) {
            _ = queue.request(photo, for: "bob")
            order.append(queue.next())
        }
        #expect(order == [photos[0], photos[2]])
        let next = queue.next()
        #expect(next == photos[1])
    }

    @Test func `A photo that two people wait for comes with the first turn of either`() {
        var queue = SizeQueue(maximumRequested: 9, maximumPerPerson: 9)
        for photo in photos.prefix(3) { _ = queue.request(photo, for: "maria") }
        let first = queue.next()
        _ = queue.request(photos[2], for: "bob")
        let second = queue.next()
        #expect([first, second] == [photos[0], photos[2]])
    }

    @Test func `The full size of a photo is made after its other sizes`() {
        var queue = SizeQueue(maximumRequested: 1, maximumPerPerson: 1)
        let begun = queue.begin(ahead: photos[0].photo)
        let isAccepted = queue.request(SizeRequest(photo: photos[0].photo, isOriginal: true), for: nil)
        #expect(isAccepted)
        var next = queue.next()
        #expect(next == nil)
        queue.end(begun)
        next = queue.next()
        #expect(next?.isOriginal == true)
    }
}
