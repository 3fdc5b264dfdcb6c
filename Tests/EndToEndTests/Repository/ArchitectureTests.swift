import Foundation
import Testing

/// The imports of the modules, and the diagram that shows them.
@Suite struct ArchitectureTests {
    /// A target of the manifest with a folder of Swift sources, without tests and benchmarks.
    struct Module: CustomTestStringConvertible {
        let name: String
        let dependencies: Set<String>
        let folder: String
        var testDescription: String { name }
    }

    /// The modules, as `Package.swift` declares them.
    static let modules: [Module] = {
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
                return Module(name: String(name), dependencies: Set(names.map { String($0.1) }), folder: String(folder))
            }
    }()

    /// Modules that aren't targets or products of a package.
    static let systemModules: Set = [
        "Foundation", "Synchronization", "Dispatch", "CDispatch", "Glibc", "CNIOLinux",
    ]

    @Test(arguments: modules)
    func `The manifest names exactly what a module imports`(module: Module) throws {
        let imports = try Self.imports(of: module).subtracting(Self.systemModules)
        #expect(imports == module.dependencies)
    }

    @Test(arguments: modules)
    func `The portable modules import nothing of a system but Foundation`(module: Module) throws {
        guard ["HTTPTransport", "ImageFormats", "ImagePipeline", "EssentialFeed"].contains(module.name) else { return }
        let system = try Self.imports(of: module).intersection(Self.systemModules)
        #expect(system.isSubset(of: ["Foundation", "Synchronization"]))
    }

    @Test func `Nothing of the feed imports the server`() {
        let importing = Self.modules.filter { $0.dependencies.contains("EssentialFeedServer") }.map(\.name)
        #expect(Set(importing) == ["essential-feed", "essential-feed-app"])
    }

    @Test func `Each example is a program of fewer than 200 lines`() throws {
        for module in Self.modules where module.folder.hasPrefix("Examples") {
            let lines = try Self.sources(of: module).map { $0.text.count { $0 == "\n" } }
            #expect((1..<200).contains(lines.reduce(0, +)), "\(module.name)")
        }
    }

    @Test func `The diagram of the modules shows what the manifest declares`() throws {
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
        let modules = Set(Self.modules.map(\.name))
        let declared = Self.modules.flatMap { module in
            module.dependencies.intersection(modules).map { "\(module.name) → \($0)" }
        }
        #expect(shown == Set(declared))
    }

    @Test func `The core reads no clock and no locale of its own, and drops no error`() throws {
        for (path, text) in try Self.sources(of: #require(Self.modules.first { $0.name == "EssentialFeed" })) {
            for forbidden in [
                "Date()", "Date.now", "Locale.current", "ContinuousClock()", "UUID()", "FileManager", "print(",
            ] {
                #expect(!text.contains(forbidden), "\(forbidden) in \(path)")
            }
        }
        for module in Self.modules {
            for (path, text) in try Self.sources(of: module) {
                #expect(!text.contains(#/\btry\? /#), "try? in \(path)")
            }
        }
    }

    private static func imports(of module: Module) throws -> Set<String> {
        var imports: Set<String> = []
        for (_, text) in try sources(of: module) {
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

    static func sources(of module: Module) throws -> [(path: String, text: String)] {
        let folder = Checkout.url.appending(path: module.folder)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
