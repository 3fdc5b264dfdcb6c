import EssentialFeed
import Foundation
import Testing

@Suite struct ImageCommentsPresenterTests {
    @Test("B189 Comments keep order, id, message and user name; dates are relative to the given now")
    func test_map_createsViewModels() {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let comments = [("a message", 300.0, "a username"), ("another message", 86_400, "another username")].map {
            ImageComment(
                id: UUID(), message: $0.0, createdAt: now.addingTimeInterval(-$0.1),
                author: ImageCommentAuthor(username: $0.2))
        }

        let viewModels = ImageCommentsPresenter.map(
            comments, now: now, calendar: Calendar(identifier: .gregorian), locale: Locale(identifier: "en"))

        #expect(
            viewModels == [
                ImageCommentViewModel(
                    id: comments[0].id, message: "a message", date: "5 minutes ago", username: "a username"),
                ImageCommentViewModel(
                    id: comments[1].id, message: "another message", date: "1 day ago", username: "another username"),
            ])
    }
}
