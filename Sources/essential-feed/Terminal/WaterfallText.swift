import EssentialFeed
import ImagePipeline

/// The waterfall of a trace: a row a request, or two where the terminal is narrow, and below them what the characters
/// mean.
struct WaterfallText {
    let style: TerminalStyle
    let language: Language

    /// How wide the bars are.
    var barColumns: Int {
        hasBarBesideName ? style.columns - nameColumns - Self.durationColumns - 3 : style.columns
    }

    func text(_ waterfall: FeedImageWaterfall) -> String {
        guard !waterfall.rows.isEmpty else { return "" }
        var lines = [heading(waterfall)] + waterfall.rows.flatMap(row) + legend(waterfall)
        if waterfall.leftOut > 0 {
            let count = waterfall.rows.count
            lines += TerminalText.wrapped(
                table.text(.slowest, in: language, String(count), String(count + waterfall.leftOut)),
                columns: style.columns)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let durationColumns = 8
    private var table: StringTable<TraceStrings> { TraceStrings.table }
    private var hasBarBesideName: Bool { style.columns >= 60 }
    private var nameColumns: Int {
        hasBarBesideName ? max(12, min(36, style.columns / 4)) : style.columns - Self.durationColumns - 2
    }

    private func heading(_ waterfall: FeedImageWaterfall) -> String {
        let span = DurationText.text(waterfall.span)
        let axis = "0" + String(repeating: " ", count: max(1, barColumns - 1 - TerminalText.width(span))) + span
        guard hasBarBesideName else { return style.bold(axis) }
        return style.bold(
            TerminalText.padded(table.text(.image, in: language), to: nameColumns + Self.durationColumns + 3) + axis)
    }

    private func row(_ row: FeedImageWaterfall.Row) -> [String] {
        let name = TerminalText.shortened(TerminalText.line(row.name), to: nameColumns)
        let duration = DurationText.text(row.duration)
        let gap = String(repeating: " ", count: max(0, Self.durationColumns - TerminalText.width(duration)))
        let start = TerminalText.padded(name, to: nameColumns) + " " + gap + duration
        let mark = row.outcome.mark.map(String.init)
        return hasBarBesideName
            ? [start + (mark ?? " ") + " " + bar(row.cells)] : [start + (mark ?? ""), bar(row.cells)]
    }

    private func bar(_ cells: [FeedImageTraceEvent.Stage?]) -> String {
        var text = ""
        var rest = cells[...]
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            let characters = String(repeating: first?.character ?? " ", count: run.count)
            text += first.map { style.coloured(characters, $0.colour) } ?? characters
        }
        return text
    }

    /// What the rows show, and nothing else.
    private func legend(_ waterfall: FeedImageWaterfall) -> [String] {
        let stages = Set(waterfall.rows.flatMap(\.cells).compactMap(\.self))
        let shown = FeedImageTraceEvent.Stage.allCases.filter(stages.contains).map { stage in
            let name = table.text(stage == .total ? .stageOther : stage.name, in: language)
            let text = style.coloured(String(stage.character), stage.colour) + " " + name
            return (text: text, width: TerminalText.width(name) + 2)
        }
        let marks = [FeedImageTraceEvent.Outcome.cancelled, .failed].compactMap { outcome -> (String, Int)? in
            guard let key = outcome.name, let mark = outcome.mark,
                waterfall.rows.contains(where: { $0.outcome.name == key })
            else { return nil }
            let text = "\(mark) \(table.text(key, in: language))"
            return (text, TerminalText.width(text))
        }
        return TerminalText.joined(shown + marks, by: "  ", columns: style.columns)
    }
}
