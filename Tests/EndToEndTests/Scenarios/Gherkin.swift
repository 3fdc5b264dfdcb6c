import Foundation
import Testing

/// A scenario of the documents.
struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The lines without their keywords, in order.
    let steps: [String]

    var testDescription: String { name }

    /// Returns the scenarios in a page's `gherkin` blocks.
    /// - Parameter subject: The word after `gherkin`; `nil` for the blocks without one.
    static func all(in page: String, of subject: String? = nil) -> [Scenario] {
        let fence = "```gherkin" + (subject.map { " \($0)" } ?? "")
        var scenarios: [Scenario] = []
        var isInside = false
        for line in page.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("```") {
                isInside = line == fence
            } else if isInside, line.hasPrefix("Scenario:") {
                let name = line.dropFirst("Scenario:".count).trimmingCharacters(in: .whitespaces)
                scenarios.append(Scenario(name: name, steps: []))
            } else if isInside, let scenario = scenarios.popLast() {
                scenarios.append(Scenario(name: scenario.name, steps: scenario.steps + [withoutKeyword(line)]))
            }
        }
        return scenarios
    }

    private static func withoutKeyword(_ line: String) -> String {
        for keyword in ["Given ", "When ", "Then ", "And "] where line.hasPrefix(keyword) {
            return String(line.dropFirst(keyword.count))
        }
        return line
    }
}
