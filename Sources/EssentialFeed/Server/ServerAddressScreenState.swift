/// The state and behavior of the server screen: each event changes the view model and returns actions.
///
/// Runs no tasks; ``ServerAddressController`` does that.
package struct ServerAddressScreenState {
    package enum Event: Sendable {
        case connectRequested(address: String, user: String, password: String)
        case searchEnded(Result<ServerAddress, any Error>)
        case certificateTrusted
        case addressChanged
        case cancelled
        /// Another action of the screen has begun, which leads to a feed or fails.
        case began
        case failed(String)
    }

    package enum Action: Hashable, Sendable {
        case find(TypedServerAddress, SignIn?)
        case cancelFind
        /// Passes on the server that answered with a feed, and the name and password for it.
        case found(ServerAddress, SignIn?)
        case ask(UntrustedCertificate)
    }

    package private(set) var viewModel = ServerAddressViewModel()

    private let language: Language
    private var signIn: SignIn?
    private var typed: TypedServerAddress?

    package init(_ request: SignInRequest?, language: Language) {
        self.language = language
        guard let request else { return }
        ask(request)
    }

    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .connectRequested(let address, let user, let password):
            return connect(to: address, user: user, password: password)
        case .searchEnded(let result): return finish(with: result)
        case .certificateTrusted:
            guard !viewModel.isConnecting, let typed else { return [] }
            return find(typed)
        case .addressChanged:
            // The name and password must only be sent to the server that asked for them.
            guard viewModel.asksForSignIn, !viewModel.isConnecting else { return [] }
            viewModel.asksForSignIn = false
            viewModel.message = nil
            viewModel.isFailure = true
        case .cancelled:
            guard viewModel.isConnecting else { return [] }
            viewModel.isConnecting = false
            return [.cancelFind]
        case .began: begin()
        case .failed(let message):
            viewModel.isConnecting = false
            viewModel.message = message
            viewModel.isFailure = true
        }
        return []
    }

    private mutating func connect(to address: String, user: String, password: String) -> [Action] {
        guard !viewModel.isConnecting else { return [] }
        do {
            let typed = try TypedServerAddress(address)
            let isSignedIn = viewModel.asksForSignIn && !(user.isEmpty && password.isEmpty)
            signIn = isSignedIn ? SignIn(user: user, password: password) : nil
            return find(typed)
        } catch {
            viewModel.message = language.text(
                Message("This isn’t a server address. Write it like photos.example.com."))
            viewModel.isFailure = true
            return []
        }
    }

    private mutating func find(_ typed: TypedServerAddress) -> [Action] {
        self.typed = typed
        begin()
        return [.find(typed, signIn)]
    }

    private mutating func begin() {
        viewModel.isConnecting = true
        viewModel.message = nil
        viewModel.isFailure = true
    }

    private mutating func finish(with result: Result<ServerAddress, any Error>) -> [Action] {
        guard viewModel.isConnecting else { return [] }
        viewModel.isConnecting = false
        switch result {
        case .success(let address): return [.found(address, signIn)]
        case .failure(let error as FindServerError) where error.remote.isUnauthorized:
            ask(error.address.authorization != nil ? .invitation : signIn == nil ? .needed : .refused)
        case .failure(let error):
            viewModel.message = ErrorMessage.text(for: error, in: language)
            return (error as? FindServerError)?.untrustedCertificate.map { [.ask($0)] } ?? []
        }
        return []
    }

    private mutating func ask(_ request: SignInRequest) {
        viewModel.asksForSignIn = request != .invitation
        viewModel.message = request.message(in: language)
        viewModel.isFailure = request != .needed
    }
}
