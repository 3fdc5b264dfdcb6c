/// Shows a resource that was loaded.
@MainActor
public protocol ResourceView<ResourceViewModel> {
    associatedtype ResourceViewModel
    func display(_ viewModel: ResourceViewModel)
}

/// Shows whether a load runs.
@MainActor
public protocol ResourceLoadingView {
    func display(_ viewModel: ResourceLoadingViewModel)
}

/// Shows why a load failed, or that it did not.
@MainActor
public protocol ResourceErrorView {
    func display(_ viewModel: ResourceErrorViewModel)
}

/// Whether to show that something loads.
public struct ResourceLoadingViewModel: Hashable, Sendable {
    public let isLoading: Bool

    public init(isLoading: Bool) {
        self.isLoading = isLoading
    }
}

/// The error to show, if any.
public struct ResourceErrorViewModel: Hashable, Sendable {
    /// What to tell, or `nil` for no error.
    public let message: String?

    public init(message: String?) {
        self.message = message
    }
}

/// Turns the course of a load into what the views show, in this order: error before loading at the start, the resource
/// or the error before loading off at the end (B182–B187).
@MainActor
public final class LoadResourcePresenter<Resource, View: ResourceView> {
    public typealias Mapper = (Resource) throws -> View.ResourceViewModel

    private let resourceView: View
    private let loadingView: any ResourceLoadingView
    private let errorView: any ResourceErrorView
    private let language: Language
    private let mapper: Mapper

    /// Sends nothing to the views (B182).
    public init(
        resourceView: View, loadingView: any ResourceLoadingView, errorView: any ResourceErrorView,
        language: Language, mapper: @escaping Mapper
    ) {
        self.resourceView = resourceView
        self.loadingView = loadingView
        self.errorView = errorView
        self.language = language
        self.mapper = mapper
    }

    /// B183.
    public func didStartLoading() {
        errorView.display(ResourceErrorViewModel(message: nil))
        loadingView.display(ResourceLoadingViewModel(isLoading: true))
    }

    /// B184; a mapper that throws makes it a failure (B185).
    public func didFinishLoading(with resource: Resource) {
        do {
            resourceView.display(try mapper(resource))
            loadingView.display(ResourceLoadingViewModel(isLoading: false))
        } catch {
            didFinishLoading(with: error)
        }
    }

    /// B186. A cancellation shows no message.
    public func didFinishLoading(with error: any Error) {
        let message = error is CancellationError ? nil : ErrorMessage.text(for: error, in: language)
        errorView.display(ResourceErrorViewModel(message: message))
        loadingView.display(ResourceLoadingViewModel(isLoading: false))
    }
}

extension LoadResourcePresenter where Resource == View.ResourceViewModel {
    /// For a resource that is its own view model.
    public convenience init(
        resourceView: View, loadingView: any ResourceLoadingView, errorView: any ResourceErrorView, language: Language
    ) {
        self.init(
            resourceView: resourceView, loadingView: loadingView, errorView: errorView, language: language,
            mapper: { $0 })
    }
}
