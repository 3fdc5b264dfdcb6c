import Foundation
import Testing

/// The imports of the rooms, and the diagram that shows them.
@Suite struct ArchitectureTests {
    /// What a room may import besides the standard library.
    static let allowed: [String: Set<String>] = [
        "HTTPTransport": ["Foundation", "HTTPTypes"],
        "ImageFormats": ["Foundation"],
        "Files": ["Foundation", "SystemPackage"],
        "ImagePipeline": ["ImageFormats", "Foundation", "Synchronization"],
        "ImageDecoding": ["ImageFormats", "Foundation", "CGdkPixbuf", "CImageDecoding"],
        "DecoderProcess": ["ImageFormats", "Foundation", "Synchronization", "CDecoderProcess", "SystemPackage"],
        "essential-feed-decoder": [
            "ImageFormats", "ImageDecoding", "DecoderProcess", "CConfinement", "Foundation", "Glibc",
        ],
        "EssentialFeed": [
            "HTTPTransport", "ImageFormats", "ImagePipeline", "Foundation", "Synchronization", "HTTPTypes",
        ],
        "EssentialFeedHTTP": [
            "EssentialFeed", "HTTPTransport", "Foundation", "Synchronization", "HTTPTypes", "AsyncHTTPClient",
            "NIOCore",
            "NIOPosix", "NIOHTTP1", "NIOHTTPCompression", "NIOHTTPTypesHTTP1", "NIOSSL", "Crypto",
        ],
        "EssentialFeedStore": [
            "EssentialFeed", "HTTPTransport", "ImagePipeline", "ImageFormats", "Files", "Foundation",
            "Synchronization", "Dispatch", "GRDB", "GRDBSQLite", "Crypto", "SystemPackage",
        ],
        "EssentialFeedServer": [
            "EssentialFeed", "ImageFormats", "Foundation", "Synchronization", "Hummingbird", "HummingbirdCore",
            "HTTPTypes", "Logging", "Crypto", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOSSL", "CNIOLinux", "Glibc",
            "ServiceLifecycle", "SystemPackage", "UnixSignals", "Yams", "CoreMetrics", "GRDB", "Files", "Dispatch",
            "CDispatch", "DecoderProcess", "CFileOwner",
        ],
        "EssentialFeedComposition": [
            "EssentialFeed", "HTTPTransport", "ImagePipeline", "EssentialFeedHTTP", "EssentialFeedStore", "Foundation",
            "SystemPackage", "ImageFormats", "CKeyring", "Files",
        ],
        "essential-feed": [
            "EssentialFeed", "HTTPTransport", "ImagePipeline", "EssentialFeedHTTP",
            "EssentialFeedStore",
            "EssentialFeedServer", "EssentialFeedComposition", "Foundation", "Synchronization", "Dispatch",
            "ArgumentParser", "HTTPTypes", "Logging", "SystemPackage", "Files",
        ],
        "GtkKit": ["Foundation", "Synchronization", "Dispatch", "CAdwaita", "CGtkKit"],
        "EssentialFeedGTK": [
            "EssentialFeed", "ImageFormats", "ImagePipeline", "DecoderProcess", "GtkKit", "CAdwaita", "CGtkKit",
            "Foundation",
        ],
        "essential-feed-app": [
            "EssentialFeed", "ImageFormats", "ImagePipeline", "EssentialFeedHTTP", "EssentialFeedStore",
            "EssentialFeedServer", "EssentialFeedComposition", "EssentialFeedGTK", "DecoderProcess", "GtkKit",
            "CAdwaita", "CGtkKit", "Foundation", "ArgumentParser", "Logging", "Files",
        ],
        "Slideshow": [
            "EssentialFeed", "ImageFormats", "ImagePipeline", "EssentialFeedComposition", "EssentialFeedGTK",
            "DecoderProcess", "GtkKit", "CAdwaita", "Foundation", "ArgumentParser",
        ],
        "Watch": ["EssentialFeed", "EssentialFeedComposition", "Foundation", "ArgumentParser", "UnixSignals"],
    ]

    /// The programs in `Examples`.
    static let examples = ["Slideshow", "Watch"]

    static let rooms = allowed.keys.sorted()

    @Test("Each room imports what it may, and no room imports upwards or sideways", arguments: rooms)
    func test_imports_areAllowed(room: String) throws {
        let imports = try Self.imports(of: room)
        let breaches = imports.subtracting(try #require(Self.allowed[room]))
        #expect(breaches.isEmpty)
    }

    @Test("Each example is a program of fewer than 200 lines, and all of them are known here", arguments: examples)
    func test_examples_areShort(example: String) throws {
        let folder = Checkout.url.appending(path: "Examples")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == Self.examples)
        let lines = try Self.sources(of: example).map { $0.text.filter { $0 == "\n" }.count }
        #expect((1..<200).contains(lines.reduce(0, +)))
    }

    @Test("The diagram of the rooms shows the actual imports")
    func test_picture_showsTheImports() throws {
        let text = try Checkout.text("docs/architecture.md")
        let pictures = text.components(separatedBy: "```mermaid\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        let picture = try #require(pictures.first { $0.contains("program --> core") })
        var shown: Set<String> = []
        for match in picture.matches(of: /(\w+) --> (\w+)/) { shown.insert("\(match.1) → \(match.2)") }

        let names = [
            "HTTPTransport": "transport", "ImageFormats": "formats", "Files": "files", "ImagePipeline": "pipeline",
            "ImageDecoding": "decoding", "DecoderProcess": "process", "essential-feed-decoder": "decoder",
            "EssentialFeed": "core", "EssentialFeedHTTP": "http",
            "EssentialFeedStore": "store", "EssentialFeedServer": "server", "EssentialFeedComposition": "composition",
            "essential-feed": "program", "GtkKit": "kit", "EssentialFeedGTK": "screens", "essential-feed-app": "app",
            "Slideshow": "slideshow", "Watch": "watch",
        ]
        var real: Set<String> = []
        for room in Self.rooms {
            for imported in try Self.imports(of: room) {
                if let from = names[room], let to = names[imported] { real.insert("\(from) → \(to)") }
            }
        }
        #expect(shown == real)
    }

    @Test("The core reads no clock and no locale of its own, and drops no error")
    func test_core_hasNothingHidden() throws {
        for (path, text) in try Self.sources(of: "EssentialFeed") {
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

    @Test("Every public type has a documentation comment")
    func test_publicTypes_areDocumented() throws {
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

    private static func imports(of room: String) throws -> Set<String> {
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

    private static func sources(of room: String) throws -> [(path: String, text: String)] {
        let parent =
            examples.contains(room) ? "Examples" : room == "EssentialFeedServer" ? "Server/Sources" : "Sources"
        let folder = Checkout.url.appending(path: parent).appending(path: room)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
            .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
