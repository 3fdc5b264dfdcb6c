import EssentialFeed
import Foundation
import TestSupport
import Testing

/// What the screens of the feed and of the comments show about a load.
@MainActor
@Suite struct ScreenLoadTests {
    private static let now = TestTime().value
    private static let somethingWrong = "Something went wrong. Try again."

    @Test func `B182 A screen that presents a load shows nothing when it is created`() {
        let feed = FeedScreenFixture()
        #expect(feed.view.shown.all.isEmpty)
        #expect(feed.loads.count == 0)
        #expect(FeedScreenState(calendar: .current, language: .english).viewModel == FeedViewModel())
        #expect(
            ImageCommentsScreenState(image: uniqueImage(), calendar: .current, language: .english).viewModel
                == ImageCommentsListViewModel())
    }

    @Test func `B183 B187 Starting to load clears the error, and shows loading`() {
        var feed = feed(after: .failure(anyError()))
        #expect(feed.viewModel.content == .failed(Self.somethingWrong) && !feed.viewModel.isRefreshing)
        _ = feed.handle(.refreshRequested, at: Self.now)
        #expect(feed.viewModel.content == .loading && feed.viewModel.isRefreshing)

        var comments = comments(after: .failure(anyError()))
        #expect(comments.viewModel.content == .failed(Self.somethingWrong) && !comments.viewModel.isLoading)
        _ = comments.handle(.refreshRequested, at: Self.now)
        #expect(comments.viewModel.content == .loading && comments.viewModel.isLoading)
    }

    @Test func `B184 B187 A loaded resource is shown, and loading stops`() {
        let images = uniqueFeed()
        let feed = feed(after: .success(FeedPage(images: images, origin: .remote, loadedAt: Self.now)))
        #expect(feed.viewModel.rows == images && feed.viewModel.content == .rows && !feed.viewModel.isRefreshing)

        let comments = comments(after: .success(ImageConversation([])))
        #expect(comments.viewModel.content == .empty("There are no comments yet.") && !comments.viewModel.isLoading)
    }

    @Test func `B185 B187 An answer that cannot be understood is a localised error, and nothing of it is shown`() {
        let error = RemoteError.invalidData(.malformed(anyError()))
        let comments = comments(in: .greek, after: .failure(error))
        #expect(comments.viewModel.content == .failed(ErrorMessage.text(for: error, in: .greek)))
        #expect(comments.viewModel.rows.isEmpty && !comments.viewModel.isLoading)
        #expect(ErrorMessage.text(for: error, in: .greek) != ErrorMessage.text(for: error, in: .english))
    }

    @Test func `B186 B187 A failed load is a localised error, and loading stops`() {
        let error = RemoteError.invalidData(.status(500))
        let message = "O servidor respondeu com um erro (status 500). Tente mais tarde."
        let feed = feed(in: .brazilianPortuguese, after: .failure(error))
        #expect(feed.viewModel.content == .failed(message) && !feed.viewModel.isRefreshing)

        let comments = comments(in: .brazilianPortuguese, after: .failure(error))
        #expect(comments.viewModel.content == .failed(message) && !comments.viewModel.isLoading)
    }

    @Test func `B186 A cancelled load shows no message`() {
        let feed = feed(after: .failure(CancellationError()))
        #expect(feed.viewModel.content == .loading && !feed.viewModel.isRefreshing)
        let comments = comments(after: .failure(CancellationError()))
        #expect(comments.viewModel.content == .loading && !comments.viewModel.isLoading)
    }

    /// Returns the screen of the feed after its first load.
    private func feed(
        in language: Language = .english, after result: Result<FeedPage, any Error>
    ) -> FeedScreenState {
        var screen = FeedScreenState(calendar: .current, language: language)
        for event in [.appeared, .feedLoaded(result)] as [FeedScreenState.Event] {
            _ = screen.handle(event, at: Self.now)
        }
        return screen
    }

    /// Returns the screen of an image's comments after its first load.
    private func comments(
        in language: Language = .english, after result: Result<ImageConversation, any Error>
    ) -> ImageCommentsScreenState {
        var screen = ImageCommentsScreenState(image: uniqueImage(), calendar: .current, language: language)
        for event in [.appeared, .commentsLoaded(result)] as [ImageCommentsScreenState.Event] {
            _ = screen.handle(event, at: Self.now)
        }
        return screen
    }
}
