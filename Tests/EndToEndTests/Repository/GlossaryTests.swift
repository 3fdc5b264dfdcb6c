import Foundation
import Testing

/// One word for one thing: what docs/glossary.md rules out stays out of the sources.
@Suite struct GlossaryTests {
    @Test("No source uses an identifier that the glossary rules out")
    func test_sources_useTheGlossarysWords() throws {
        let ruledOut = try Self.ruledOut()
        #expect(!ruledOut.isEmpty)
        let sources = Checkout.url.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                for word in line.matches(of: /\w+/) where ruledOut.contains(String(word.0)) {
                    Issue.record("\(file.path):\(number + 1): \(word.0)")
                }
            }
        }
    }

    /// Returns the identifiers in the "not" column, the last of each table: those in code voice.
    private static func ruledOut() throws -> Set<String> {
        var words: Set<String> = []
        for line in try Checkout.text("docs/glossary.md").split(separator: "\n") where line.hasPrefix("| ") {
            let last = line.split(separator: "|", omittingEmptySubsequences: false).dropLast().last ?? ""
            for word in last.matches(of: /`(\w+)`/) { words.insert(String(word.1)) }
        }
        return words
    }
}
