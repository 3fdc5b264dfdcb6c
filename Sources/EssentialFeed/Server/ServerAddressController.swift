/// All that the screen that asks for the server shows, apart from what the person types.
public struct ServerAddressViewModel: Hashable, Sendable {
    /// Whether a server is being looked for.
    public var isConnecting = false
    /// Why no server was found; `nil` if nothing failed.
    public var message: String?
    /// Whether the server asks for a name and a password.
    public var asksForSignIn = false

    /// Creates the view model of a screen on which nothing has happened yet.
    public init() {}
}

/// Draws the screen that asks for the server.
@MainActor
public protocol ServerAddressView: AnyObject {
    /// Draws the view model. Called whenever it has changed, on the main actor.
    func display(_ viewModel: ServerAddressViewModel)
}

/// Drives the screen that asks for the server: runs the searches that `ServerAddressScreenState` asks for, and hands
/// its view models to the view. An address is accepted once a feed has come from it.
@MainActor
public final class ServerAddressController {
    /// Looks for a server; throws ``FindServerError`` or `CancellationError`.
    public typealias Find = @Sendable (TypedServerAddress, SignIn?) async throws -> ServerAddress
    /// Receives the server that was found, and the name and the password for it.
    public typealias OnFound = @MainActor (ServerAddress, SignIn?) -> Void

    private enum Work {
        case find
    }

    /// Draws the screen. Nothing is shown before ``appear()``.
    public weak var view: (any ServerAddressView)?

    private var state: ServerAddressScreenState
    private var shown: ServerAddressViewModel
    private lazy var tasks = ScreenTasks<Work, ServerAddressScreenState.Event> { [weak self] in self?.handle($0) }
    private let find: Find
    private let onFound: OnFound

    /// Creates the controller without starting a search.
    /// - Parameters:
    ///   - request: What the server is known to want of the person; `nil` if it isn't known to want anything.
    ///   - find: Looks for the server.
    ///   - language: The language of the texts that are shown.
    ///   - onFound: Receives the server that answered with a feed, on the main actor.
    public init(
        _ request: SignInRequest? = nil, find: @escaping Find, language: Language, onFound: @escaping OnFound
    ) {
        state = ServerAddressScreenState(request, language: language)
        shown = state.viewModel
        self.find = find
        self.onFound = onFound
    }

    /// Shows the screen.
    public func appear() { view?.display(state.viewModel) }

    /// Whether a server is being looked for.
    public var isConnecting: Bool { state.viewModel.isConnecting }

    /// Looks for the server; does nothing while one is being looked for.
    /// - Parameters:
    ///   - address: What the person typed.
    ///   - user: The name; counts only once it is asked for.
    ///   - password: The password; counts only once it is asked for.
    public func connect(to address: String, user: String, password: String) {
        handle(.connectRequested(address: address, user: user, password: password))
    }

    /// Forgets the name and the password: the person changed the address, and they are for the server that asked.
    public func addressChanged() { handle(.addressChanged) }

    /// Stops looking for the server.
    public func cancel() { handle(.cancelled) }

    /// Shows that something else that the screen offers has begun.
    public func begin() { handle(.began) }

    /// Shows the message of a failure of something else that the screen offers.
    public func fail(with message: String) { handle(.failed(message)) }

    private func handle(_ event: ServerAddressScreenState.Event) {
        for action in state.handle(event) { perform(action) }
        guard state.viewModel != shown else { return }
        shown = state.viewModel
        view?.display(shown)
    }

    private func perform(_ action: ServerAddressScreenState.Action) {
        switch action {
        case .find(let typed, let signIn):
            tasks.run(.find) { [find] in .searchEnded(await Result(of: { try await find(typed, signIn) })) }
        case .cancelFind: tasks.cancel(.find)
        case .found(let address, let signIn): onFound(address, signIn)
        }
    }
}
