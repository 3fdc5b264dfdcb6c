import EssentialFeed
import Foundation

/// The feed as a table that fits the width: number, location, description, and below them the id and the URL, which
/// `comments` and `image` accept.
struct FeedTable {
    let style: TerminalStyle
    let language: Language

    func text(_ images: [FeedImage]) -> String {
        let numberWidth = String(images.count).count + 2
        let columns = style.columns - numberWidth
        let locations = images.map { TerminalText.sanitized($0.location ?? "") }
        let heading = ProgramStrings.table.text(.columnLocation, in: language)
        let widest = (locations.flatMap { $0.split(separator: "\n") } + [heading[...]]).map { TerminalText.width($0) }
        let locationWidth = min(widest.max() ?? 0, columns / 3)
        // If two columns don't fit, the location goes above the description.
        let hasColumns = columns - locationWidth - Self.gap.count >= 24

        let header = row(
            [heading], [ProgramStrings.table.text(.columnDescription, in: language)], locationWidth: locationWidth)
        var blocks = hasColumns ? [TerminalText.padded("#", to: numberWidth) + header.joined()] : []
        for (index, image) in images.enumerated() {
            let description = TerminalText.sanitized(image.description ?? "")
            var lines =
                hasColumns
                ? row(
                    TerminalText.wrapped(locations[index], columns: locationWidth),
                    TerminalText.wrapped(description, columns: columns - locationWidth - Self.gap.count),
                    locationWidth: locationWidth)
                : [locations[index], description].filter { !$0.isEmpty }
                    .flatMap { TerminalText.wrapped($0, columns: columns) }
            lines.removeAll(where: \.isEmpty)
            lines += [style.dim(image.id.uuidString), style.dim(TerminalText.line(image.url.absoluteString))]
            blocks.append(numbered(lines, index + 1, width: numberWidth))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static let gap = "  "

    private func numbered(_ lines: [String], _ number: Int, width: Int) -> String {
        let indent = String(repeating: " ", count: width)
        return lines.enumerated().map { index, line in
            (index == 0 ? TerminalText.padded(String(number), to: width) : indent) + line
        }.joined(separator: "\n")
    }

    /// Puts two cells side by side, without spaces at the end of a line.
    private func row(_ left: [String], _ right: [String], locationWidth: Int) -> [String] {
        (0..<max(left.count, right.count)).map { line in
            let cell = line < left.count ? left[line] : ""
            let text = line < right.count ? right[line] : ""
            guard !text.isEmpty else { return cell.isEmpty ? "" : style.bold(cell) }
            let padding = String(repeating: " ", count: max(0, locationWidth - TerminalText.width(cell)))
            return (cell.isEmpty ? "" : style.bold(cell)) + padding + Self.gap + text
        }
    }
}
