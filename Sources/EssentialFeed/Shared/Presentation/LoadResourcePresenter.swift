/// Turns the events of a load into the changes of a screen's state.
///
/// When a load starts, the previous error is hidden before progress is shown. When a load ends, the resource or the
/// error is shown before progress is hidden.
package struct LoadResourcePresenter<Resource, ViewModel> {
    /// A change in what a screen shows about a load.
    package enum Step {
        /// The reason for a failure; `nil` hides the message of an earlier one.
        case error(String?)
        case loading(Bool)
        case resource(ViewModel)
    }

    private let language: Language
    private let map: (Resource) throws -> ViewModel

    package init(language: Language, map: @escaping (Resource) throws -> ViewModel) {
        self.language = language
        self.map = map
    }

    package func didStartLoading() -> [Step] { [.error(nil), .loading(true)] }

    /// Returns the steps for the end of a load. A cancelled load shows no message.
    package func didFinishLoading(with result: Result<Resource, any Error>) -> [Step] {
        do {
            return [.resource(try map(result.get())), .loading(false)]
        } catch {
            let message = error is CancellationError ? nil : ErrorMessage.text(for: error, in: language)
            return [.error(message), .loading(false)]
        }
    }
}

extension LoadResourcePresenter.Step: Equatable where ViewModel: Equatable {}

extension LoadResourcePresenter where Resource == ViewModel {
    /// Creates a presenter for a resource that is shown unchanged.
    package init(language: Language) { self.init(language: language) { $0 } }
}
