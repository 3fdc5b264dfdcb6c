import EssentialFeed
import EssentialFeedServer
import Foundation

/// The invited people as a table: name, scopes, when invited and when last connected.
struct PeopleTable {
    let style: TerminalStyle
    let language: Language
    let now: Date

    func text(_ tokens: [AccessToken]) -> String {
        let date = RelativeDate(now: now, calendar: .current, locale: language.locale)
        let header = [ProgramStrings.columnName, .columnScopes, .columnInvited, .columnLastUsed].map(text)
        let rows = tokens.map { token in
            [
                TerminalText.line(token.name), AccessScope.names(token.scopes).joined(separator: ", "),
                date.text(for: token.createdAt), token.lastUsedAt.map(date.text) ?? text(.never),
            ]
        }
        let widths = header.indices.map { column in
            ([header] + rows).map { TerminalText.width($0[column]) }.max() ?? 0
        }
        func line(_ cells: [String], style: (String) -> String = { $0 }) -> String {
            zip(cells, widths).enumerated().map { column, cell in
                style(column == cells.count - 1 ? cell.0 : TerminalText.padded(cell.0, to: cell.1))
            }.joined(separator: "  ") + "\n"
        }
        return line(header, style: style.bold) + rows.map { line($0) }.joined()
    }

    private func text(_ key: ProgramStrings) -> String {
        language.text(key)
    }
}
