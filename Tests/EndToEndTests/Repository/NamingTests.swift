import Foundation
import Testing

/// How test functions are named, in all files of `Tests`.
@Suite struct NamingTests {
    @Test(
        "Test functions are called test_methodName_expectedOutputWhenGivenInput, and display names begin with their rows"
    )
    func test_testFunctions_followConvention() throws {
        let paths = try #require(FileManager.default.enumerator(atPath: Checkout.url.appending(path: "Tests").path))
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { "Tests/\($0)" }.sorted()
        let functions = try paths.flatMap { try TestFunction.all(in: Checkout.text($0), path: $0) }
        #expect(functions.count > 700)
        for function in functions {
            for problem in function.problems { Issue.record("\(function.place): \(problem)") }
        }
    }

    @Test(
        "Violations of the convention are found",
        arguments: [
            (#"@Test("B001 a") func test_load_works() {}"#, 0),
            (#"@Test("B001 N002a: a", arguments: [1]) @MainActor func test_load_works(_ n: Int) {}"#, 0),
            ("/// B001 a.\nfunc test_load_works() {}", 0),
            (#"@Test("a") func test_load() {}"#, 1),
            (#"@Test("a") func test_load_delivers_nothing() {}"#, 1),
            ("@Test(\n\"B001 a\", arguments: [1])\n@MainActor func loads() {}", 1),
            (#"@Test("a of B001") func test_load_works() {}"#, 1),
            (#"@Test func test_load_works() {}"#, 1),
            ("func test_load_works() {}", 1),
            ("@Test func loads() {}", 2),
        ])
    func test_problems_areFound(text: String, count: Int) {
        #expect(TestFunction.all(in: text, path: "").flatMap(\.problems).count == count)
    }
}

/// A test function, of Swift Testing or of XCTest, as its file has it.
private struct TestFunction {
    let place: String
    let name: String
    /// Swift Testing's display name, or XCTest's documentation comment.
    let displayName: String?

    var problems: [String] {
        var problems: [String] = []
        if name.wholeMatch(of: #/test_[a-z][A-Za-z0-9]*_[a-z][A-Za-z0-9]*/#) == nil {
            problems.append("\(name) is not of the form test_methodName_expectedOutputWhenGivenInput")
        }
        if let displayName {
            let row = #/\b[BN]\d{3}[a-z]?\b/#
            let rows = displayName.prefixMatch(of: #/(?:[BN]\d{3}[a-z]?\b:? ?)*/#)?.range.upperBound
            if displayName[(rows ?? displayName.startIndex)...].contains(row) {
                problems.append("“\(displayName)” does not begin with its rows")
            }
        } else {
            problems.append("\(name) has no display name")
        }
        return problems
    }

    /// Returns the functions with `@Test`, and those that are called `test…`.
    static func all(in text: String, path: String) -> [TestFunction] {
        var functions: [TestFunction] = []
        var comment: String?
        var attribute: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            let isAttribute = line.hasPrefix("@Test")
            attribute = isAttribute ? line : attribute.map { $0 + line }
            let pattern = isAttribute ? #/.* func (\w+)/# : #/(?:@?\w+ )*func (\w+)/#
            if let name = line.prefixMatch(of: pattern)?.1, attribute != nil || name.hasPrefix("test") {
                let displayName = attribute.map { $0.prefixMatch(of: #/@Test\("((?:[^"\\]|\\.)*)"/#)?.1 }
                functions.append(
                    TestFunction(
                        place: "\(path):\(index + 1)", name: String(name),
                        displayName: displayName.map { $0.map(String.init) } ?? comment))
                attribute = nil
            }
            comment = line.hasPrefix("/// ") ? String(line.dropFirst(4)) : nil
        }
        return functions
    }
}
