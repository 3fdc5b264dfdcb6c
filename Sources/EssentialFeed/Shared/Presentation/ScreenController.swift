/// Drives a screen: passes each event to a pure state, draws the view model, and performs the state's actions.
@MainActor
protocol ScreenController: AnyObject {
    associatedtype Event: Sendable
    associatedtype Action
    associatedtype ViewModel: Equatable

    var viewModel: ViewModel { get }

    /// Changes the state after an event.
    /// - Returns: The actions to perform, in order.
    func change(after event: Event) -> [Action]
    func draw(_ viewModel: ViewModel)
    func perform(_ action: Action)
}

extension ScreenController {
    /// Handles an event. A changed view model is drawn before the actions are performed.
    func handle(_ event: Event) {
        let before = viewModel
        let actions = change(after: event)
        if viewModel != before { draw(viewModel) }
        for action in actions { perform(action) }
    }
}

extension Result where Failure == any Error {
    package init(of work: @Sendable () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}

/// What a list shows: its rows, or a page in place of them.
package enum ListContent: Hashable, Sendable {
    case rows
    case loading
    case empty(String)
    case failed(String)
}

extension ListContent {
    var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}
