import EssentialFeed

/// The figures of a trace: a row a stage, and below them the hits and the bytes.
struct TraceSummaryText {
    let style: TerminalStyle
    let language: Language

    func text(_ summary: FeedImageTraceSummary) -> String {
        let stages = summary.stages.filter { $0.count > 0 }
        let cells = [heading] + stages.map(cells)
        let widths = (0..<heading.count).map { column in cells.map { TerminalText.width($0[column]) }.max() ?? 0 }
        let isWide = widths.reduce(0, +) + 2 * (widths.count - 1) <= style.columns
        let lines = isWide ? rows(cells, widths) : stages.flatMap(block)
        return (lines + [""] + totals(summary)).joined(separator: "\n") + "\n"
    }

    private func table(_ key: TraceStrings, _ arguments: String...) -> String {
        TraceStrings.table.text(key, in: language, arguments)
    }

    private var heading: [String] {
        [table(.stage), table(.count), "p50", "p95", table(.maximum), table(.cancelled), table(.failed)]
    }

    private func cells(_ times: FeedImageTraceSummary.Times) -> [String] {
        [table(times.stage.name), String(times.count)]
            + [times.median, times.percentile95, times.maximum].map { $0.map(DurationText.text) ?? "–" }
            + [String(times.cancelled), String(times.failed)]
    }

    private func rows(_ cells: [[String]], _ widths: [Int]) -> [String] {
        cells.enumerated().map { index, row in
            let line = zip(row, widths).enumerated().map { column, cell in
                column == 0
                    ? TerminalText.padded(cell.0, to: cell.1)
                    : String(repeating: " ", count: 2 + cell.1 - TerminalText.width(cell.0)) + cell.0
            }.joined()
            return index == 0 ? style.bold(line) : line
        }
    }

    /// A stage where the columns do not fit side by side.
    private func block(_ times: FeedImageTraceSummary.Times) -> [String] {
        let cells = cells(times)
        let figures = zip(heading, cells).dropFirst().map { label, figure in
            let text = "\(label) \(figure)"
            return (text: text, width: TerminalText.width(text))
        }
        return [style.bold(cells[0])] + TerminalText.joined(figures, by: ", ", columns: style.columns)
    }

    private func totals(_ summary: FeedImageTraceSummary) -> [String] {
        func hits(_ hits: FeedImageTraceSummary.Hits) -> String? {
            hits.rate.map { rate in
                table(
                    .found, String(hits.found), String(hits.found + hits.missed), "\(Int((rate * 100).rounded()))%")
            }
        }
        let rate = summary.downloadRate.map { ", \(ByteCount.text(Int($0)))/s" } ?? ""
        let rows: [(TraceStrings, String?)] = [
            (.requests, table(.requestsIn, String(summary.requests.count), DurationText.text(summary.duration))),
            (.memory, hits(summary.memory)),
            (.disk, hits(summary.disk)),
            (.downloaded, ByteCount.text(summary.bytesDownloaded) + rate),
            (.fromDisk, ByteCount.text(summary.bytesFromDisk)),
        ]
        let width = rows.map { TerminalText.width(table($0.0)) }.max() ?? 0
        return rows.flatMap { key, value -> [String] in
            let label = TerminalText.padded(table(key), to: width) + "  "
            let value = value ?? "–"
            let isBeside = TerminalText.width(label + value) <= style.columns
            return isBeside
                ? [style.bold(label) + value]
                : [style.bold(table(key))] + TerminalText.wrapped(value, columns: style.columns)
        }
    }
}
