import EssentialFeed
import Foundation
import Testing

@Suite struct FeedCachePolicyTests {
    @Test func `B073 B074 B075 A saved feed is valid for less than 604,800 seconds`() {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

        #expect(FeedCachePolicy.maximumAge == 7 * 24 * 60 * 60)
        for (age, isValid) in [(0.0, true), (604_799, true), (604_799.999, true), (604_800, false), (604_801, false)] {
            #expect(FeedCachePolicy.isValid(now.addingTimeInterval(-age), at: now) == isValid, "age \(age)")
        }
    }

    @Test func `A feed loaded up to five minutes ahead of now is valid, one further ahead has expired`() {
        let now = Date(timeIntervalSinceReferenceDate: 700_000_000)

        for (ahead, isValid) in [(1.0, true), (299, true), (300, true), (300.001, false), (301, false), (1e9, false)] {
            #expect(FeedCachePolicy.isValid(now.addingTimeInterval(ahead), at: now) == isValid, "ahead \(ahead)")
        }
    }
}
