import Foundation

/// What a server asks the user for before it answers with a feed.
package enum SignInRequest: Hashable, Sendable {
    /// A name and a password.
    case needed
    /// A different name or password than the one sent.
    case refused
    /// A new invitation: the name and password are from a link that is no longer valid.
    case invitation
    /// A name and a password. Those that were saved can't be read, because the keyring wasn't unlocked.
    case locked
}

extension SignInRequest: PresentableError {
    package func message(in language: Language) -> String { language.text(text) }

    var text: Message {
        switch self {
        case .needed: Message("The server asks for a name and a password.")
        case .refused: Message("The server doesn’t accept this name and password. Check them, then try again.")
        case .invitation: Message("Your invitation has ended. Ask for a new link.")
        case .locked:
            Message(
                "Your password is in the keyring, which is locked. Unlock the keyring and open the server again, or enter the password."
            )
        }
    }
}
