/// What the screen that asks for the server shows and does: each event changes the view model and returns actions.
///
/// Runs no tasks; ``ServerAddressController`` does that for it.
package struct ServerAddressScreenState {
    /// Something that happened to the screen.
    package enum Event: Sendable {
        /// The person wants to connect to what they typed. Name and password count only once they are asked for.
        case connectRequested(address: String, user: String, password: String)
        case searchEnded(Result<ServerAddress, any Error>)
        /// The person changed the address.
        case addressChanged
        /// The person no longer wants to connect.
        case cancelled
        /// Something else that the screen offers has begun, and leads to a feed or fails.
        case began
        /// Something else that the screen offers failed, for the reason that the text gives.
        case failed(String)
    }

    /// Something to do, before the view model is shown.
    package enum Action: Hashable, Sendable {
        case find(TypedServerAddress, SignIn?)
        case cancelFind
        /// Hands on the server that answered with a feed, and the name and the password for it.
        case found(ServerAddress, SignIn?)
    }

    /// What the screen shows.
    package private(set) var viewModel = ServerAddressViewModel()

    private let language: Language
    /// The name and the password that the server is being asked with.
    private var signIn: SignIn?

    /// - Parameters:
    ///   - request: What the server is known to want of the person; `nil` if it isn't known to want anything.
    ///   - language: The language of the texts that are shown.
    package init(_ request: SignInRequest?, language: Language) {
        self.language = language
        guard let request else { return }
        ask(request)
    }

    /// Changes the view model by an event.
    /// - Returns: What is to be done, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .connectRequested(let address, let user, let password):
            return connect(to: address, user: user, password: password)
        case .searchEnded(let result): return finish(with: result)
        case .addressChanged: forgetSignIn()
        case .cancelled: return cancel()
        case .began: begin()
        case .failed(let message):
            viewModel.isConnecting = false
            viewModel.message = message
        }
        return []
    }

    private mutating func connect(to address: String, user: String, password: String) -> [Action] {
        guard !viewModel.isConnecting else { return [] }
        do {
            let typed = try TypedServerAddress(address)
            let isSignedIn = viewModel.asksForSignIn && !(user.isEmpty && password.isEmpty)
            signIn = isSignedIn ? SignIn(user: user, password: password) : nil
            viewModel.isConnecting = true
            viewModel.message = nil
            return [.find(typed, signIn)]
        } catch {
            viewModel.message = text(.malformedAddress)
            return []
        }
    }

    private mutating func begin() {
        viewModel.isConnecting = true
        viewModel.message = nil
    }

    private mutating func finish(with result: Result<ServerAddress, any Error>) -> [Action] {
        guard viewModel.isConnecting else { return [] }
        viewModel.isConnecting = false
        switch result {
        case .success(let address): return [.found(address, signIn)]
        case .failure(let error as FindServerError) where error.remote.isUnauthorized:
            ask(signIn == nil ? .needed : .refused)
        case .failure(let error): viewModel.message = ErrorMessage.text(for: error, in: language)
        }
        return []
    }

    private mutating func ask(_ request: SignInRequest) {
        viewModel.asksForSignIn = true
        viewModel.message = text(request == .needed ? .signInNeeded : .signInWrong)
    }

    /// Forgets a name and a password: they are for the server that asked for them, and go to no other.
    private mutating func forgetSignIn() {
        guard viewModel.asksForSignIn, !viewModel.isConnecting else { return }
        viewModel.asksForSignIn = false
        viewModel.message = nil
    }

    private mutating func cancel() -> [Action] {
        guard viewModel.isConnecting else { return [] }
        viewModel.isConnecting = false
        return [.cancelFind]
    }

    private func text(_ string: SharedStrings) -> String {
        SharedStrings.table.text(string, in: language)
    }
}
