/// How output looks: the columns there are, and whether it may be coloured (N010).
struct TerminalStyle: Equatable {
    let columns: Int
    let isColoured: Bool

    /// - Parameters:
    ///   - windowColumns: the width of the terminal, `nil` where the output is none.
    init(environment: [String: String], windowColumns: Int?) {
        columns = max(20, windowColumns ?? environment["COLUMNS"].flatMap(Int.init) ?? 80)
        isColoured =
            windowColumns != nil && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
