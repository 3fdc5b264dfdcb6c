import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// How the state of the comments screen handles each event.
@Suite struct ImageCommentsScreenStateTests {
    private static let now = TestTime().value

    @Test func `A quiet load isn't shown, nor is an error that was hidden`() {
        var screen = showing([comment()])
        #expect(screen.handle(.foregroundChanged(true), at: Self.now) == [])
        _ = screen.handle(.refreshRequested, at: Self.now)
        #expect(
            screen.handle(.commentsLoaded(.failure(noConnection)), at: Self.now) == [.reconnect(.wait(.seconds(2)))])
        _ = screen.handle(.errorDismissed, at: Self.now)
        let before = screen.viewModel
        #expect(screen.handle(.waitEnded, at: Self.now) == [.load])
        #expect(screen.viewModel == before)
        #expect(
            screen.handle(.commentsLoaded(.failure(noConnection)), at: Self.now) == [.reconnect(.wait(.seconds(4)))])
        #expect(screen.viewModel == before)
        #expect(screen.handle(.refreshRequested, at: Self.now) == [.reconnect(.cancelWait), .load])
        #expect(screen.viewModel.isLoading)
    }

    @Test func `B191 The relative dates are updated every minute; the absolute date of a comment stays`() {
        let comment = comment()
        var screen = showing([comment])
        let absolute = screen.absoluteDate(of: comment.id)
        #expect(screen.handle(.minutePassed, at: Self.now.addingTimeInterval(120)) == [])
        #expect(screen.viewModel.rows.map(\.date) == ["2 minutes ago"])
        #expect(absolute != nil)
        #expect(screen.absoluteDate(of: comment.id) == absolute)
        #expect(screen.absoluteDate(of: UUID()) == nil)
    }

    @Test func `The image's texts are shown before its comments are there, and its date is updated every minute`() {
        let image = FeedImage(
            id: UUID(), description: "a description", location: "a location", url: uniqueImage().url,
            createdAt: Self.now.addingTimeInterval(-60), author: "an author")
        var screen = ImageCommentsScreenState(image: image, calendar: .current, language: .english)
        _ = screen.handle(.appeared, at: Self.now)
        #expect(
            screen.viewModel.image
                == FeedImageViewModel(
                    description: "a description", location: "a location", author: "an author", date: "1 minute ago",
                    absoluteDate: AbsoluteDate(calendar: .current, locale: Language.english.locale)
                        .text(for: Self.now.addingTimeInterval(-60))))
        #expect(screen.viewModel.content == .loading)
        _ = screen.handle(.minutePassed, at: Self.now.addingTimeInterval(60))
        #expect(screen.viewModel.image.date == "2 minutes ago")
        _ = screen.handle(.commentsLoaded(.success(ImageConversation([]))), at: Self.now)
        #expect(screen.viewModel.image.location == "a location")
    }

    @Test func `B259 A stopped screen cancels its load and does nothing more`() {
        var screen = ImageCommentsScreenState(image: uniqueImage(), calendar: .current, language: .english)
        _ = screen.handle(.appeared, at: Self.now)
        #expect(screen.handle(.stopped, at: Self.now) == [.cancelLoad])
        #expect(screen.handle(.refreshRequested, at: Self.now) == [])
    }

    @Test func `A comment can be written if the server accepts one, and is shown below the others once it is saved`() {
        #expect(showing([]).viewModel.newComment == nil)
        let (old, new) = (comment(), comment())
        var screen = showing([old], isOpen: true)
        #expect(screen.viewModel.newComment == NewCommentViewModel())
        #expect(screen.handle(.sendRequested, at: Self.now) == [])
        let draft = CommentDraft("a message", id: UUID())
        #expect(screen.handle(.commentTyped(draft), at: Self.now) == [])
        #expect(screen.viewModel.newComment?.canBeSent == true)
        #expect(screen.handle(.sendRequested, at: Self.now) == [.send(draft)])
        #expect(screen.viewModel.newComment == NewCommentViewModel(text: "a message", isSending: true))
        #expect(screen.handle(.sendRequested, at: Self.now) == [])
        _ = screen.handle(.commentTyped(CommentDraft("another", id: UUID())), at: Self.now)
        #expect(screen.viewModel.newComment?.text == "a message")
        _ = screen.handle(.commentSent(.success(new)), at: Self.now)
        #expect(screen.viewModel.rows.map(\.id) == [old.id, new.id])
        #expect(screen.viewModel.newComment == NewCommentViewModel())
    }

    @Test func `A comment that isn't saved stays in its field, and keeps its id until its text changes`() {
        var screen = showing([], isOpen: true)
        let draft = CommentDraft("a message", id: UUID())
        _ = screen.handle(.commentTyped(draft), at: Self.now)
        _ = screen.handle(.sendRequested, at: Self.now)
        _ = screen.handle(.commentSent(.failure(noConnection)), at: Self.now)
        #expect(screen.viewModel.errorMessage != nil)
        #expect(screen.viewModel.newComment == NewCommentViewModel(text: "a message"))
        _ = screen.handle(.commentTyped(CommentDraft("a message", id: UUID())), at: Self.now)
        #expect(screen.handle(.sendRequested, at: Self.now) == [.send(draft)])
        #expect(screen.viewModel.errorMessage == nil)
        _ = screen.handle(.commentSent(.failure(CommentRefusal.tooLong)), at: Self.now)
        let shorter = CommentDraft("a mess", id: UUID())
        _ = screen.handle(.commentTyped(shorter), at: Self.now)
        #expect(screen.handle(.sendRequested, at: Self.now) == [.send(shorter)])
    }

    @Test func `A comment that is saved during a load stays, whether or not the load has it`() {
        for hasIt in [false, true] {
            let (old, new) = (comment(), comment())
            var screen = showing([old], isOpen: true)
            _ = screen.handle(.refreshRequested, at: Self.now)
            _ = screen.handle(.commentTyped(CommentDraft("a message", id: new.id)), at: Self.now)
            _ = screen.handle(.sendRequested, at: Self.now)
            _ = screen.handle(.commentSent(.success(new)), at: Self.now)
            let loaded = ImageConversation(hasIt ? [old, new] : [old], isOpen: true)
            _ = screen.handle(.commentsLoaded(.success(loaded)), at: Self.now)
            #expect(screen.viewModel.rows.map(\.id) == [old.id, new.id])
            _ = screen.handle(.refreshRequested, at: Self.now)
            _ = screen.handle(.commentsLoaded(.success(ImageConversation([old], isOpen: true))), at: Self.now)
            #expect(screen.viewModel.rows.map(\.id) == [old.id])
        }
    }

    @Test func `A load that succeeds keeps the reason why a comment isn't saved; one that fails replaces it`() {
        var screen = showing([comment()], isOpen: true)
        _ = screen.handle(.commentTyped(CommentDraft("a message", id: UUID())), at: Self.now)
        _ = screen.handle(.refreshRequested, at: Self.now)
        _ = screen.handle(.sendRequested, at: Self.now)
        _ = screen.handle(.commentSent(.failure(CommentRefusal.tooLong)), at: Self.now)
        let reason = screen.viewModel.errorMessage
        #expect(reason != nil)
        let loaded = Result<ImageConversation, any Error>.success(ImageConversation([], isOpen: true))
        _ = screen.handle(.commentsLoaded(loaded), at: Self.now)
        #expect(screen.viewModel.errorMessage == reason)
        #expect(screen.handle(.connectionMayHaveReturned, at: Self.now) == [])
        _ = screen.handle(.refreshRequested, at: Self.now)
        #expect(screen.viewModel.errorMessage == reason)
        _ = screen.handle(.commentsLoaded(.failure(noConnection)), at: Self.now)
        #expect(screen.viewModel.errorMessage != nil && screen.viewModel.errorMessage != reason)
        _ = screen.handle(.sendRequested, at: Self.now)
        _ = screen.handle(.commentSent(.failure(CommentRefusal.tooLong)), at: Self.now)
        #expect(screen.handle(.connectionMayHaveReturned, at: Self.now) == [.load])
        _ = screen.handle(.commentsLoaded(loaded), at: Self.now)
        #expect(screen.viewModel.errorMessage == reason)
        _ = screen.handle(.errorDismissed, at: Self.now)
        #expect(screen.viewModel.errorMessage == nil)
    }

    private func showing(_ comments: [ImageComment], isOpen: Bool = false) -> ImageCommentsScreenState {
        var screen = ImageCommentsScreenState(image: uniqueImage(), calendar: .current, language: .english)
        _ = screen.handle(.appeared, at: Self.now)
        _ = screen.handle(.commentsLoaded(.success(ImageConversation(comments, isOpen: isOpen))), at: Self.now)
        return screen
    }

    private func comment() -> ImageComment {
        ImageComment(
            id: UUID(), message: "a message", createdAt: Self.now, author: ImageCommentAuthor(username: "a username"))
    }
}
