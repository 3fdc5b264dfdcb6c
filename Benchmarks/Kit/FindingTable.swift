import Foundation

/// A table that prints each finding at once, in columns.
package struct FindingTable {
    private static let widths = [64, 58, 9, 9, 8, 6]

    private let showsMarks: Bool

    /// - Parameter showsMarks: Whether the table shows the mark and whether it is met.
    package init(showsMarks: Bool) {
        self.showsMarks = showsMarks
    }

    package func printHead() {
        printLine(["what", "floor", "measured", "ratio", "mark", ""])
        print(Self.widths.map { String(repeating: "─", count: $0) }.joined(separator: "─"))
    }

    package func print(_ finding: Finding) {
        printLine([
            finding.subject, finding.floor, finding.measured, finding.value, showsMarks ? finding.mark : "",
            showsMarks ? finding.isMet.map { $0 ? "met" : "missed" } ?? "" : "",
        ])
    }

    private func printLine(_ cells: [String]) {
        print(
            zip(cells, Self.widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }.joined(separator: " "))
    }

    private func print(_ line: String) {
        Swift.print(line)
        fflush(nil)
    }
}
