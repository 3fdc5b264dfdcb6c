import EssentialFeed
import Foundation

/// The feed as a table that fits the width. Descriptions include the alternative text, because a terminal can't show
/// pictures; on request, the id and the URL are below.
struct FeedTable {
    /// The minimum width of the descriptions. If they have less, each text is on a separate line.
    private static let descriptionColumns = 24
    /// The width of a date, which is never wrapped.
    private static let dateColumns = 16
    private static let gap = "  "

    let style: TerminalStyle
    let language: Language
    let showsURLs: Bool
    var timeZone = TimeZone.current

    func text(_ images: [FeedImage]) -> String {
        let headings = [ProgramStrings.columnDate, .columnAuthor, .columnLocation, .columnDescription].map {
            language.text($0)
        }
        let rows = images.map(texts)
        // Empty columns aren't shown.
        let shown = headings.indices.filter { column in
            column == headings.count - 1 || rows.contains { !$0[column].isEmpty }
        }
        let numberWidth = String(images.count).count
        var widths = shown.dropLast().map { column in
            let lines = rows.flatMap { $0[column].split(separator: "\n") } + [headings[column][...]]
            return min(lines.map { TerminalText.width($0) }.max() ?? 0, max(style.columns / 4, Self.dateColumns))
        }
        let left = ([numberWidth] + widths).reduce(style.columns) { $0 - $1 - Self.gap.count }
        let hasColumns = left >= Self.descriptionColumns
        widths.append(left)

        let indent = numberWidth + Self.gap.count
        let blocks = zip(images.indices, rows).map { index, texts in
            let cells = shown.map { texts[$0] }
            var lines =
                hasColumns
                ? line(cells, widths)
                : cells.filter { !$0.isEmpty }.flatMap {
                    TerminalText.wrapped($0, columns: style.columns - indent)
                }
            if showsURLs {
                lines += [images[index].id.uuidString, TerminalText.line(images[index].url.absoluteString)].map(
                    style.dim)
            }
            return (lines.isEmpty ? [""] : lines).enumerated().map { position, line in
                let number = position == 0 ? String(index + 1) : ""
                return line.isEmpty ? number : TerminalText.padded(number, to: indent) + line
            }.joined(separator: "\n")
        }
        let header = TerminalText.padded("#", to: indent) + line(shown.map { headings[$0] }, widths).joined()
        return ((hasColumns ? [style.bold(header)] : []) + blocks).joined(
            separator: hasColumns && !showsURLs ? "\n" : "\n\n") + "\n"
    }

    private func texts(_ image: FeedImage) -> [String] {
        let shown = FeedImagePresenter.map(image)
        let alternative = shown.alternative.map { language.text(ProgramStrings.alternative, $0) }
        let texts = [shown.description, alternative].compactMap(\.self).filter { !$0.isEmpty }
        let description = texts.isEmpty ? nil : texts.joined(separator: "\n")
        return [image.createdAt.map(date), shown.author, shown.location, description].map {
            TerminalText.sanitized($0 ?? "")
        }
    }

    /// Returns the local day and time, such as 2026-05-20 11:24.
    private func date(_ date: Date) -> String {
        let day = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
        let time = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
        return "\(date.formatted(day)) \(date.formatted(time).prefix(5))"
    }

    private func line(_ cells: [String], _ widths: [Int]) -> [String] {
        let columns = zip(cells, widths).map { TerminalText.wrapped($0, columns: $1) }
        return (0..<(columns.map(\.count).max() ?? 0)).map { line in
            var (text, missing) = ("", 0)
            for (column, width) in zip(columns, widths) {
                let cell = line < column.count ? column[line] : ""
                if !cell.isEmpty {
                    text += String(repeating: " ", count: missing) + cell
                    missing = 0
                }
                missing += width - TerminalText.width(cell) + Self.gap.count
            }
            return text
        }
    }
}

/// An image's comments: the user name on the left, the date on the right, and the message below, wrapped to the width.
struct CommentsTable {
    let style: TerminalStyle

    func text(_ comments: [ImageCommentViewModel]) -> String { comments.map(block).joined(separator: "\n\n") + "\n" }

    private func block(_ comment: ImageCommentViewModel) -> String {
        let columns = min(style.columns, 80)
        let dateWidth = TerminalText.width(comment.date)
        // The name may be shortened, but not the date.
        let name = TerminalText.shortened(TerminalText.line(comment.username), to: max(1, columns - dateWidth - 2))
        let gap = String(repeating: " ", count: max(2, columns - TerminalText.width(name) - dateWidth))
        let message = TerminalText.wrapped(TerminalText.sanitized(comment.message), columns: columns)
        return ([style.bold(name) + gap + style.dim(comment.date)] + message).joined(separator: "\n")
    }
}
