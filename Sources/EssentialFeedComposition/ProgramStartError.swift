public import EssentialFeed

/// Why a program can't start. Each says what to do about it.
public enum ProgramStartError: Error, Hashable {
    /// Nothing names a server.
    case noAddress
    /// What names the server isn't an address.
    case malformedAddress(String)
    /// A variable of the environment holds no proxy's address.
    case malformedProxy(variable: String)

    /// Returns the message in one line, with the text that isn't an address in it.
    public func message(in language: Language) -> String {
        switch self {
        case .noAddress: ProgramStartStrings.table.text(.noAddress, in: language)
        case .malformedAddress(let text):
            ProgramStartStrings.table.text(.malformedAddress, in: language, TerminalText.line(text))
        case .malformedProxy(let variable):
            ProgramStartStrings.table.text(.malformedProxy, in: language, variable)
        }
    }
}
