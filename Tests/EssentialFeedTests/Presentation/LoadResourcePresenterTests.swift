import EssentialFeed
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct LoadResourcePresenterTests {
    @Test("B182 A presenter sends nothing to its view when it is made")
    func test_init_sendsNothing() {
        let (_, view) = makeSUT()
        #expect(view.messages.isEmpty)
    }

    @Test("B183 B187 Starting to load clears the error, then shows loading")
    func test_didStartLoading_clearsErrorThenStartsLoading() {
        let (sut, view) = makeSUT()
        sut.didStartLoading()
        #expect(view.messages == [.error(nil), .loading(true)])
    }

    @Test("B184 B187 A loaded resource is shown as its view model, then loading stops")
    func test_didFinishLoading_showsMappedResourceThenStopsLoading() {
        let (sut, view) = makeSUT(mapper: { $0 + " view model" })
        sut.didFinishLoading(with: "resource")
        #expect(view.messages == [.resource("resource view model"), .loading(false)])
    }

    @Test("B185 B187 A resource that cannot be mapped is a localised error, and none is shown")
    func test_didFinishLoading_showsErrorWhenMappingThrows() {
        let (sut, view) = makeSUT(language: .greek, mapper: { _ in throw anyError() })
        sut.didFinishLoading(with: "resource")
        #expect(view.messages == [.error("Κάτι πήγε στραβά. Δοκιμάστε ξανά."), .loading(false)])
    }

    @Test("B186 B187 A failed load is a localised error, then loading stops")
    func test_didFinishLoading_showsErrorThenStopsLoading() {
        let (sut, view) = makeSUT(language: .brazilianPortuguese)
        sut.didFinishLoading(with: RemoteError.invalidData(.status(500)))
        #expect(
            view.messages == [
                .error("O servidor respondeu com um erro (status 500). Tente mais tarde."), .loading(false),
            ])
    }

    @Test("B186 A cancelled load shows no message")
    func test_didFinishLoading_showsNoMessageWhenCancelled() {
        let (sut, view) = makeSUT()
        sut.didFinishLoading(with: CancellationError())
        #expect(view.messages == [.error(nil), .loading(false)])
    }

    @Test("B184 A resource that is its own view model is shown as it is")
    func test_didFinishLoading_showsResourceWithoutMapper() {
        let view = ViewSpy()
        let sut = LoadResourcePresenter(resourceView: view, loadingView: view, errorView: view, language: .english)
        sut.didFinishLoading(with: "resource")
        #expect(view.messages == [.resource("resource"), .loading(false)])
    }

    private func makeSUT(
        language: Language = .english, mapper: @escaping (String) throws -> String = { $0 }
    ) -> (LoadResourcePresenter<String, ViewSpy>, ViewSpy) {
        let view = ViewSpy()
        let sut = LoadResourcePresenter(
            resourceView: view, loadingView: view, errorView: view, language: language, mapper: mapper)
        return (sut, view)
    }

    private final class ViewSpy: ResourceView, ResourceLoadingView, ResourceErrorView {
        enum Message: Equatable {
            case resource(String)
            case loading(Bool)
            case error(String?)
        }

        typealias ResourceViewModel = String

        private(set) var messages: [Message] = []

        func display(_ viewModel: String) { messages.append(.resource(viewModel)) }
        func display(_ viewModel: ResourceLoadingViewModel) { messages.append(.loading(viewModel.isLoading)) }
        func display(_ viewModel: ResourceErrorViewModel) { messages.append(.error(viewModel.message)) }
    }
}
