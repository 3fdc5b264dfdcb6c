import Foundation
import Testing

/// The imports of the rooms, and the diagram that shows them.
@Suite struct ArchitectureTests {
    /// A target of the manifest that holds a room: a folder of Swift sources, without tests and benchmarks.
    struct Room: CustomTestStringConvertible {
        let name: String
        let dependencies: Set<String>
        let folder: String
        var testDescription: String { name }
    }

    /// The rooms, as `Package.swift` declares them.
    static let rooms: [Room] = {
        guard let manifest = try? Checkout.text("Package.swift") else { return [] }
        return manifest.matches(of: /\n    \.(?:target|executableTarget)\((.*?)(?=\n    \.|\n\])/.dotMatchesNewlines())
            .compactMap { match in
                let target = match.1
                guard let name = target.firstMatch(of: /name: "([^"]+)"/)?.1 else { return nil }
                let folder = target.firstMatch(of: /path: "([^"]+)"/)?.1 ?? "Sources/\(name)"
                guard folder.contains(/^(Sources\/(?!C\/)|Server\/Sources|Examples)/) else { return nil }
                let list = target.firstMatch(
                    of: /dependencies: \[(.*?)\n? *\],?(?:\n|\)| path:| swiftSettings:)/.dotMatchesNewlines())?.1
                let names = (list ?? "").matches(of: /(?:package: )?"([^"]+)"/).filter { !$0.0.hasPrefix("package") }
                return Room(name: String(name), dependencies: Set(names.map { String($0.1) }), folder: String(folder))
            }
    }()

    /// Modules that aren't targets or products of a package.
    static let systemModules: Set = [
        "Foundation", "Synchronization", "Dispatch", "CDispatch", "Glibc", "CNIOLinux",
    ]

    @Test(arguments: rooms)
    func `The manifest names exactly what a room imports`(room: Room) throws {
        let imports = try Self.imports(of: room).subtracting(Self.systemModules)
        #expect(imports == room.dependencies)
    }

    @Test(arguments: rooms)
    func `The portable rooms import nothing of a system but Foundation`(room: Room) throws {
        guard ["HTTPTransport", "ImageFormats", "ImagePipeline", "EssentialFeed"].contains(room.name) else { return }
        let system = try Self.imports(of: room).intersection(Self.systemModules)
        #expect(system.isSubset(of: ["Foundation", "Synchronization"]))
    }

    @Test func `Nothing of the feed imports the server`() {
        let importing = Self.rooms.filter { $0.dependencies.contains("EssentialFeedServer") }.map(\.name)
        #expect(Set(importing) == ["essential-feed", "essential-feed-app"])
    }

    @Test func `Each example is a program of fewer than 200 lines`() throws {
        for room in Self.rooms where room.folder.hasPrefix("Examples") {
            let lines = try Self.sources(of: room).map { $0.text.count { $0 == "\n" } }
            #expect((1..<200).contains(lines.reduce(0, +)), "\(room.name)")
        }
    }

    @Test func `The diagram of the rooms shows what the manifest declares`() throws {
        let text = try Checkout.text("docs/architecture.md")
        let pictures = text.components(separatedBy: "```mermaid\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        let picture = try #require(pictures.first { $0.contains("program --> core") })
        var names: [String: String] = [:]
        for match in picture.matches(of: /(\w+)\["([^"<]+)/) { names[String(match.1)] = String(match.2) }
        var shown: Set<String> = []
        for match in picture.matches(of: /(\w+) --> (\w+)/) {
            shown.insert("\(names[String(match.1)] ?? "") → \(names[String(match.2)] ?? "")")
        }
        let rooms = Set(Self.rooms.map(\.name))
        let declared = Self.rooms.flatMap { room in
            room.dependencies.intersection(rooms).map { "\(room.name) → \($0)" }
        }
        #expect(shown == Set(declared))
    }

    @Test func `The core reads no clock and no locale of its own, and drops no error`() throws {
        for (path, text) in try Self.sources(of: #require(Self.rooms.first { $0.name == "EssentialFeed" })) {
            for forbidden in [
                "Date()", "Date.now", "Locale.current", "ContinuousClock()", "UUID()", "FileManager", "print(",
            ] {
                #expect(!text.contains(forbidden), "\(forbidden) in \(path)")
            }
        }
        for room in Self.rooms {
            for (path, text) in try Self.sources(of: room) {
                #expect(!text.contains(#/\btry\? /#), "try? in \(path)")
            }
        }
    }

    @Test func `Every public type has a documentation comment`() throws {
        for room in Self.rooms {
            for (path, text) in try Self.sources(of: room) {
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                for (index, line) in lines.enumerated()
                where line.contains(#/^\s*public (final )?(struct|class|enum|protocol|actor)\s/#) {
                    var above = index - 1
                    while above > 0, lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("@") { above -= 1 }
                    let isDocumented = above >= 0 && lines[above].trimmingCharacters(in: .whitespaces).hasPrefix("///")
                    #expect(isDocumented, "\(path):\(index + 1)")
                }
            }
        }
    }

    private static func imports(of room: Room) throws -> Set<String> {
        var imports: Set<String> = []
        for (_, text) in try sources(of: room) {
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(
                    of: /^\s*(?:public |package |internal |@preconcurrency |@testable )*import (?:\w+ )?(\w+)/)
                {
                    imports.insert(String(match.1))
                }
            }
        }
        return imports
    }

    private static func sources(of room: Room) throws -> [(path: String, text: String)] {
        let folder = Checkout.url.appending(path: room.folder)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
