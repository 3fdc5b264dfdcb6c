package import EssentialFeed

/// The reason that a program can't start. Each message says what to do about it.
public enum ProgramStartError: Error, Hashable {
    /// No server was specified.
    case noAddress
    /// The text that specifies the server isn't an address.
    case malformedAddress(String)
    /// An environment variable isn't the address of a proxy.
    case malformedProxy(variable: String)

    /// The limit on open files and connections is too low. Holds the limit and the required minimum.
    case tooFewOpenFiles(limit: Int, minimum: Int)

    /// Returns the message in one line, including the malformed text.
    package func message(in language: Language) -> String {
        switch self {
        case .noAddress: ProgramStartStrings.table.text(.noAddress, in: language)
        case .malformedAddress(let text):
            ProgramStartStrings.table.text(.malformedAddress, in: language, TerminalText.line(text))
        case .malformedProxy(let variable):
            ProgramStartStrings.table.text(.malformedProxy, in: language, variable)
        case .tooFewOpenFiles(let limit, let minimum):
            ProgramStartStrings.table.text(.tooFewOpenFiles, in: language, String(limit), String(minimum))
        }
    }
}
