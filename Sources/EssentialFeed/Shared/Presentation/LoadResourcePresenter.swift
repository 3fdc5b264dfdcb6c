/// Turns the course of a load into the steps in which a screen's state changes.
///
/// When a load starts, the old error is hidden before loading is shown. When it ends, the resource or the error is shown
/// before loading is hidden.
package struct LoadResourcePresenter<Resource, ViewModel> {
    /// A change of what a screen shows about a load.
    package enum Step {
        /// Why the load failed; `nil` hides the message of an earlier one.
        case error(String?)
        /// Whether the load is running.
        case loading(Bool)
        /// What the load brought.
        case resource(ViewModel)
    }

    private let language: Language
    private let map: (Resource) throws -> ViewModel

    /// - Parameters:
    ///   - language: The language of error messages.
    ///   - map: Turns a resource into what is shown for it. If it throws, the load has failed.
    package init(language: Language, map: @escaping (Resource) throws -> ViewModel) {
        self.language = language
        self.map = map
    }

    /// Returns the steps of a load that starts.
    package func didStartLoading() -> [Step] {
        [.error(nil), .loading(true)]
    }

    /// Returns the steps of a load that ends. A cancellation has no message.
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
    /// Creates a presenter of a resource that is shown as it is.
    package init(language: Language) {
        self.init(language: language) { $0 }
    }
}
