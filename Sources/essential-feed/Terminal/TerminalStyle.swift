/// The style of output: the number of columns, and whether colours are allowed.
struct TerminalStyle: Equatable {
    let columns: Int
    let isColoured: Bool

    /// - Parameters:
    ///   - windowColumns: The width of the terminal, if there is one.
    ///   - isTerminal: Whether the output goes to a terminal rather than to a pipe or a file.
    init(environment: [String: String], windowColumns: Int?, isTerminal: Bool) {
        columns = max(20, windowColumns ?? environment["COLUMNS"].flatMap(Int.init) ?? 80)
        isColoured =
            isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
