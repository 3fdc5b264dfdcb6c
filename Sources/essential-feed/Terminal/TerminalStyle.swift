struct TerminalStyle: Equatable {
    let columns: Int
    let isColoured: Bool

    init(environment: [String: String], windowColumns: Int?, isTerminal: Bool) {
        columns = max(20, windowColumns ?? environment["COLUMNS"].flatMap(Int.init) ?? 80)
        isColoured =
            isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    func bold(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func dim(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
