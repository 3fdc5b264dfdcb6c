import EssentialFeed
import Foundation
import Testing

@Suite struct ImageCommentsPresenterTests {
    @Test func `A comment that friends don't see says so beside its date`() {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let hidden = ImageComment(
            id: UUID(), message: "a message", createdAt: now - 300, author: ImageCommentAuthor(username: "a username"),
            isHidden: true)
        let dates = [Language.english, .greek].map { ImageCommentsPresenter.map([hidden], now: now, in: $0)[0].date }
        #expect(dates == ["Hidden from friends · 5 minutes ago", "Κρυφό για τους φίλους · πριν από 5 λεπτά"])
    }

    @Test func `Comments with the same id are a row each, in order, with their texts, and the same rows each time`() {
        let ids = [UUID(), UUID()]
        let taken = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
        let comments = [ids[0], ids[0], ids[1], taken, ids[0], taken].enumerated().map { index, id in
            ImageComment(
                id: id, message: "message \(index)", createdAt: Date(timeIntervalSinceReferenceDate: 0),
                author: ImageCommentAuthor(username: "a username"))
        }
        func map(_ comments: [ImageComment]) -> [ImageCommentViewModel] {
            ImageCommentsPresenter.map(comments, now: Date(timeIntervalSinceReferenceDate: 60), in: .english)
        }
        let rows = map(comments)
        #expect(rows.map(\.message) == comments.map(\.message))
        #expect(Set(rows.map(\.id)).count == comments.count)
        #expect([rows[0].id, rows[2].id, rows[3].id] == [ids[0], ids[1], taken])
        #expect(map(comments) == rows)
    }
}
