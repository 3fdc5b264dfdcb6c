import Foundation
import TestSupport
import Testing

@testable import EssentialFeed

@Suite struct SeenFeedTests {
    private let old = (0..<5).map { _ in uniqueImage() }
    private let new = (0..<2).map { _ in uniqueImage() }
    private var seen: SeenFeed { SeenFeed(old.map(\.id)) }

    @Test func `The line stands above the first image that was there, if new ones are in front of it`() {
        #expect(seen.firstSeenAfterNew(in: new + old) == old[0].id)
        #expect(seen.firstSeenAfterNew(in: old) == nil)
        #expect(seen.firstSeenAfterNew(in: old + new) == nil)
        #expect(seen.firstSeenAfterNew(in: []) == nil)
    }

    @Test func `If the image that was the first is gone, the line stands above the next one that is still there`() {
        #expect(seen.firstSeenAfterNew(in: new + old[2...]) == old[2].id)
        #expect(seen.firstSeenAfterNew(in: Array(old[2...])) == nil)
    }

    @Test func `If none of the images is there any more, or they stand in another order, there is no line`() {
        #expect(seen.firstSeenAfterNew(in: new) == nil)
        #expect(seen.firstSeenAfterNew(in: new + old.reversed()) == nil)
        #expect(seen.firstSeenAfterNew(in: new + [old[1], old[0]] + old[2...]) == nil)
        #expect(seen.firstSeenAfterNew(in: new + [old[0], old[1], old[4], old[3]]) == nil)
        #expect(SeenFeed([UUID]()).firstSeenAfterNew(in: old) == nil)
    }

    @Test func `At most 100 images are remembered, also of what somebody has written into the file`() throws {
        let ids = (0..<300).map { _ in UUID() }
        #expect(SeenFeed(ids).ids == Array(ids.prefix(100)))
        let decoded = try JSONDecoder().decode(SeenFeed.self, from: JSONEncoder().encode(ids))
        #expect(decoded == SeenFeed(ids))
        #expect(try JSONDecoder().decode(SeenFeed.self, from: JSONEncoder().encode(decoded)) == decoded)
    }
}
