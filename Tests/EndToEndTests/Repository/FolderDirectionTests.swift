import Foundation
import Testing

/// The folders of a module have a direction, unchecked by the compiler.
@Suite struct FolderDirectionTests {
    @Test func `Folders of a module don't name each other's types both ways`() throws {
        for sources in ["Sources", "Server/Sources"] {
            let circles = try FolderGraph(sources: Checkout.url.appending(path: sources)).circles
            #expect(circles == [])
        }
    }

    @Test func `A circle of folders is found, but none through comments, texts and other modules`() {
        let low = "public struct Value {}\n// High\nlet text = \"High // \\\" High\""
        let high = "@MainActor\nfinal class High { let value: Value }"
        let other = "enum Other { case high(High) }\nlet text = \"\"\"\nHigh\n\"\"\""
        let graph = FolderGraph(files: [
            FolderGraph.File(folder: "Module/Low", text: low), FolderGraph.File(folder: "Module/High", text: high),
            FolderGraph.File(folder: "Module/Other", text: other),
            FolderGraph.File(folder: "Another", text: "struct User { let low: Value }"),
        ])
        #expect(graph.circles == [])
        let circle = FolderGraph(files: [
            FolderGraph.File(folder: "Module", text: "typealias Value = High"),
            FolderGraph.File(folder: "Module/High", text: "package indirect enum High { case value(Value) }"),
        ])
        #expect(circle.circles == ["Module <-> Module/High"])
    }
}

/// Which folders define which types, and which folders name them, found by text: a type with the name of a library's
/// may mislead.
private struct FolderGraph {
    struct File {
        /// Below `Sources`.
        let folder: String
        let text: String
    }

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "final", "nonisolated", "indirect",
    ]

    /// The pairs of folders in the same module that name each other's types.
    let circles: Set<String>

    init(sources: URL) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
        self.init(
            files: try paths.filter { $0.hasSuffix(".swift") }.map { path in
                File(
                    folder: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]),
                    text: try String(contentsOf: sources.appending(path: path), encoding: .utf8))
            })
    }

    init(files: [File]) {
        let lines = files.map { Self.code(of: $0.text) }
        var homes: [Substring: String] = [:]
        for (file, lines) in zip(files, lines) {
            for name in lines.compactMap(Self.definedType) where homes[name] == nil { homes[name] = file.folder }
        }
        var uses: Set<[String]> = []
        for (file, lines) in zip(files, lines) {
            for line in lines {
                for name in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                    if let home = homes[name], home != file.folder { uses.insert([file.folder, home]) }
                }
            }
        }
        let pairs = uses.filter { pair in
            pair[0] < pair[1] && uses.contains(pair.reversed()) && Self.module(pair[0]) == Self.module(pair[1])
        }
        circles = Set(pairs.map { "\($0[0]) <-> \($0[1])" })
    }

    private static func module(_ folder: String) -> Substring {
        folder.prefix { $0 != "/" }
    }

    /// Returns the name of the type that a line defines at the top level of its file.
    private static func definedType(in line: String) -> Substring? {
        guard line.first?.isWhitespace == false else { return nil }
        let words = line.split(separator: " ").drop { $0.hasPrefix("@") || modifiers.contains($0) }
        guard words.count >= 2, let kind = words.first, kinds.contains(kind) else { return nil }
        return words[words.startIndex + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Returns the lines of a file without comments and texts.
    private static func code(of text: String) -> [String] {
        var isInLongText = false
        return text.split(separator: "\n").map { line in
            let quotes = line.ranges(of: "\"\"\"").count
            defer { if quotes % 2 == 1 { isInLongText.toggle() } }
            if isInLongText { return "" }
            var code = ""
            var isInText = false
            var previous: Character = " "
            for character in line {
                if isInText {
                    if character == "\"", previous != "\\" { isInText = false }
                    previous = previous == "\\" ? " " : character
                    continue
                }
                if character == "\"" { isInText = true }
                if character == "/", previous == "/" {
                    code.removeLast()
                    break
                }
                code.append(character)
                previous = character
            }
            return code
        }
    }
}
