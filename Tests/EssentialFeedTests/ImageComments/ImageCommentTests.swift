import EssentialFeed
import Foundation
import Testing

@Suite struct ImageCommentTests {
    @Test func `B003 A comment holds id, message, date and author, and two are equal only if all are`() {
        let (id, date) = (UUID(), Date(timeIntervalSince1970: 1))
        let author = ImageCommentAuthor(username: "a username")
        let comment = ImageComment(id: id, message: "a message", createdAt: date, author: author)

        #expect(comment.id == id && comment.message == "a message" && comment.createdAt == date)
        #expect(comment.author.username == "a username")
        #expect(comment == ImageComment(id: id, message: "a message", createdAt: date, author: author))
        #expect(comment != ImageComment(id: UUID(), message: "a message", createdAt: date, author: author))
        #expect(comment != ImageComment(id: id, message: "another", createdAt: date, author: author))
        #expect(comment != ImageComment(id: id, message: "a message", createdAt: date + 1, author: author))
        let other = ImageCommentAuthor(username: "another")
        #expect(comment != ImageComment(id: id, message: "a message", createdAt: date, author: other))
    }
}
