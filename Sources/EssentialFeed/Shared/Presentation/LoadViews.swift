/// The three views of a ``LoadResourcePresenter`` as three closures, for a controller that shows one value.
@MainActor
struct LoadViews<Resource>: ResourceView, ResourceLoadingView, ResourceErrorView {
    typealias ResourceViewModel = Resource

    let resource: (Resource) -> Void
    let loading: (Bool) -> Void
    let error: (String?) -> Void

    func display(_ viewModel: Resource) {
        resource(viewModel)
    }

    func display(_ viewModel: ResourceLoadingViewModel) {
        loading(viewModel.isLoading)
    }

    func display(_ viewModel: ResourceErrorViewModel) {
        error(viewModel.message)
    }

    func presenter(language: Language) -> LoadResourcePresenter<Resource, LoadViews> {
        LoadResourcePresenter(resourceView: self, loadingView: self, errorView: self, language: language)
    }
}
