/// All that the screen that asks for the server shows, besides what the person types.
public struct ServerAddressViewModel: Hashable, Sendable {
    /// Whether a server is being looked for.
    public var isConnecting = false
    /// Why none was found; `nil` where nothing failed.
    public var message: String?
    /// Whether the server asks for a name and a password.
    public var asksForSignIn = false

    public init() {}
}

/// Draws the screen that asks for the server.
@MainActor
public protocol ServerAddressView: AnyObject {
    /// Called with all that is to be seen, whenever something of it changed, on the main thread.
    func display(_ viewModel: ServerAddressViewModel)
}

/// Decides what the screen that asks for the server shows. An address counts once a feed has come from it.
@MainActor
public final class ServerAddressController {
    public typealias Find = @Sendable (TypedServerAddress, SignIn?) async throws -> ServerAddress
    public typealias OnFound = @MainActor (ServerAddress, SignIn?) -> Void

    /// Draws what is to be seen. Told nothing before ``appear()``.
    public weak var view: (any ServerAddressView)?

    private let find: Find
    private let language: Language
    private let onFound: OnFound
    private var viewModel = ServerAddressViewModel()
    private var finding: Task<Void, Never>?

    /// Asks for nothing.
    /// - Parameters:
    ///   - asksForSignIn: whether it is known that the server asks for a name and a password.
    ///   - onFound: told of the server that has answered with a feed, and of the name and the password for it.
    public init(
        asksForSignIn: Bool = false, find: @escaping Find, language: Language, onFound: @escaping OnFound
    ) {
        self.find = find
        self.language = language
        self.onFound = onFound
        guard asksForSignIn else { return }
        viewModel.asksForSignIn = true
        viewModel.message = text(.signInNeeded)
    }

    isolated deinit {
        finding?.cancel()
    }

    public func appear() {
        display()
    }

    public var isConnecting: Bool { finding != nil }

    /// Looks for the server. Nothing while it is being looked for.
    /// - Parameters: what the person typed; name and password count only once they were asked for.
    public func connect(to address: String, user: String, password: String) {
        guard finding == nil else { return }
        let typed: TypedServerAddress
        do {
            typed = try TypedServerAddress(address)
        } catch {
            return fail(with: text(.malformedAddress))
        }
        let isSignedIn = viewModel.asksForSignIn && !(user.isEmpty && password.isEmpty)
        let signIn = isSignedIn ? SignIn(user: user, password: password) : nil
        viewModel.isConnecting = true
        viewModel.message = nil
        display()
        finding = Task { [weak self, find] in
            do {
                let address = try await find(typed, signIn)
                self?.finish { $0.onFound(address, signIn) }
            } catch {
                self?.finish { $0.show(error, isSignedIn: isSignedIn) }
            }
        }
    }

    /// The person changed the address: a name and a password are for the server that asked for them, and go to no other.
    public func addressChanged() {
        guard viewModel.asksForSignIn, finding == nil else { return }
        viewModel.asksForSignIn = false
        viewModel.message = nil
        display()
    }

    /// Stops looking for the server.
    public func cancel() {
        finding?.cancel()
        finding = nil
        viewModel.isConnecting = false
        display()
    }

    /// Says why what else the screen offers failed.
    public func fail(with message: String) {
        viewModel.message = message
        display()
    }

    private func finish(_ tell: (ServerAddressController) -> Void) {
        guard finding?.isCancelled == false else { return }
        finding = nil
        viewModel.isConnecting = false
        tell(self)
        display()
    }

    private func show(_ error: any Error, isSignedIn: Bool) {
        if (error as? FindServerError)?.remote.isUnauthorized == true {
            viewModel.message = text(isSignedIn ? .signInWrong : .signInNeeded)
            viewModel.asksForSignIn = true
        } else {
            viewModel.message = ErrorMessage.text(for: error, in: language)
        }
    }

    private func text(_ string: SharedStrings) -> String {
        SharedStrings.table.text(string, in: language)
    }

    private func display() {
        view?.display(viewModel)
    }
}
