import EssentialFeed
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct LoadResourcePresenterTests {
    @Test func `B182 A screen that presents a load shows nothing when it is created`() {
        let feed = FeedScreenFixture()
        #expect(feed.view.shown.all.isEmpty)
        #expect(feed.loads.count == 0)
        #expect(FeedScreenState(calendar: .current, language: .english).viewModel == FeedViewModel())
        #expect(
            ImageCommentsScreenState(image: uniqueImage(), calendar: .current, language: .english).viewModel
                == ImageCommentsListViewModel())
    }

    @Test func `B183 B187 Starting to load clears the error, then shows loading`() {
        #expect(makePresenter().didStartLoading() == [.error(nil), .loading(true)])
    }

    @Test func `B184 B187 A loaded resource is shown as its view model, then loading stops`() {
        let presenter = makePresenter { $0 + " view model" }
        #expect(
            presenter.didFinishLoading(with: .success("resource"))
                == [.resource("resource view model"), .loading(false)])
    }

    @Test func `B185 B187 A resource that cannot be mapped is a localised error, and none is shown`() {
        let presenter = makePresenter(language: .greek) { _ in throw anyError() }
        #expect(
            presenter.didFinishLoading(with: .success("resource"))
                == [.error("Κάτι πήγε στραβά. Δοκιμάστε ξανά."), .loading(false)])
    }

    @Test func `B186 B187 A failed load is a localised error, then loading stops`() {
        let presenter = makePresenter(language: .brazilianPortuguese)
        #expect(
            presenter.didFinishLoading(with: .failure(RemoteError.invalidData(.status(500))))
                == [.error("O servidor respondeu com um erro (status 500). Tente mais tarde."), .loading(false)])
    }

    @Test func `B186 A cancelled load shows no message`() {
        let shown = makePresenter().didFinishLoading(with: .failure(CancellationError()))
        #expect(shown == [.error(nil), .loading(false)])
    }

    @Test func `B184 A resource that is its own view model is shown as it is`() {
        let presenter = LoadResourcePresenter<String, String>(language: .english)
        #expect(presenter.didFinishLoading(with: .success("resource")) == [.resource("resource"), .loading(false)])
    }

    private func makePresenter(
        language: Language = .english, map: @escaping (String) throws -> String = { $0 }
    ) -> LoadResourcePresenter<String, String> {
        LoadResourcePresenter(language: language, map: map)
    }
}
