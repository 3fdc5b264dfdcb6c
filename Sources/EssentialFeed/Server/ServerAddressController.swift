/// Everything that the server screen shows, except for the user's input.
package struct ServerAddressViewModel: Hashable, Sendable {
    package var isConnecting = false
    package var message: String?
    package var isFailure = true
    package var asksForSignIn = false

    package init() {}
}

@MainActor
package protocol ServerAddressView: AnyObject {
    func display(_ viewModel: ServerAddressViewModel)
}

/// Drives the server screen: runs the searches that `ServerAddressScreenState` asks for and passes its view models to
/// the view. An address is accepted once a feed has loaded from it.
@MainActor
package final class ServerAddressController: ScreenController {
    /// Searches for a server; throws ``FindServerError`` or `CancellationError`.
    package typealias Find = @Sendable (TypedServerAddress, SignIn?) async throws -> ServerAddress
    package typealias OnFound = @MainActor (ServerAddress, SignIn?) -> Void

    private enum Work { case find }

    package weak var view: (any ServerAddressView)?
    /// Asks the user whether to trust the server's certificate. Call ``certificateTrusted()`` if so.
    package var onUntrustedCertificate: (@MainActor (UntrustedCertificate) -> Void)?

    private var state: ServerAddressScreenState
    private lazy var tasks = ScreenTasks<Work, ServerAddressScreenState.Event> { [weak self] in self?.handle($0) }
    private let find: Find
    private let onFound: OnFound

    package init(
        _ request: SignInRequest? = nil, find: @escaping Find, language: Language, onFound: @escaping OnFound
    ) {
        state = ServerAddressScreenState(request, language: language)
        self.find = find
        self.onFound = onFound
    }

    package func appear() { view?.display(state.viewModel) }

    /// Starts a search for the server; does nothing while a search is running.
    package func connect(to address: String, user: String, password: String) {
        handle(.connectRequested(address: address, user: user, password: password))
    }

    /// Forgets the name and password after the user has changed the address, because they belong to the previous
    /// server.
    package func addressChanged() { handle(.addressChanged) }

    /// Searches for the same server again, now that its certificate is trusted.
    package func certificateTrusted() { handle(.certificateTrusted) }

    package func cancel() { handle(.cancelled) }
    package func begin() { handle(.began) }
    package func fail(with message: String) { handle(.failed(message)) }

    var viewModel: ServerAddressViewModel { state.viewModel }

    func change(after event: ServerAddressScreenState.Event) -> [ServerAddressScreenState.Action] {
        state.handle(event)
    }

    func draw(_ viewModel: ServerAddressViewModel) { view?.display(viewModel) }

    func perform(_ action: ServerAddressScreenState.Action) {
        switch action {
        case .find(let typed, let signIn):
            tasks.run(.find) { [find] in .searchEnded(await Result { try await find(typed, signIn) }) }
        case .cancelFind: tasks.cancel(.find)
        case .found(let address, let signIn): onFound(address, signIn)
        case .ask(let certificate): onUntrustedCertificate?(certificate)
        }
    }
}
