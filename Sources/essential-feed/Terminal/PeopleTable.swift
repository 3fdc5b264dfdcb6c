import EssentialFeed
import EssentialFeedServer
import Foundation

/// The invited people as a table: name, scopes, when invited and when last connected; below each, their browsers.
struct PeopleTable {
    let style: TerminalStyle
    let language: Language
    let now: Date

    func text(_ tokens: [AccessToken], _ devices: [String: [SignedInDevice]]) -> String {
        let date = RelativeDate(now: now, calendar: .current, locale: language.locale)
        // If a date is in the future, the clock was wrong.
        func past(_ day: Date) -> String { date.text(for: min(day, now)) }
        let header = [ProgramStrings.columnName, .columnScopes, .columnInvited, .columnLastUsed].map {
            language.text($0)
        }
        let rows = tokens.map { token in
            [
                TerminalText.line(token.name), AccessScope.names(token.scopes).joined(separator: ", "),
                past(token.createdAt), token.lastUsedAt.map(past) ?? language.text(ProgramStrings.never),
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
        func lines(_ devices: [SignedInDevice]) -> String {
            devices.map { device in
                "  "
                    + language.text(
                        ProgramStrings.deviceLine, device.id, TerminalText.line(device.device),
                        past(device.signedInAt)) + "\n"
            }.joined()
        }
        return line(header, style: style.bold)
            + zip(tokens, rows).map { line($1) + lines(devices[$0.id] ?? []) }.joined()
    }
}
