import Foundation
import Testing

/// What the pages claim is there.
@Suite struct ReadmeTests {
    @Test("The README's snippet of the libraries is the code that the tests compile and run")
    func test_snippet_isCompiled() throws {
        let readme = try Checkout.text("README.md")
        let source = try Checkout.text("Tests/EndToEndTests/Repository/Snippet.swift")
        let snippet = try #require(
            readme.components(separatedBy: "```swift\n").dropFirst().map {
                $0.components(separatedBy: "```")[0]
            }.first { $0.contains("import EssentialFeed\n") })
        #expect(source.contains(snippet))
    }

    @Test("The README's snippet prints the feed of a real server")
    func test_snippet_printsFeed() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder())
        let lines = try await newestImages(of: server.address, cacheFolder: home.cacheFolder)
        #expect(lines == ["location 0: description 0", "location 1: ", ": description 2", ": "])
        await server.stop()
    }

    @Test(
        "Every link from one page to another leads somewhere",
        arguments: ["README.md", "CONTRIBUTING.md", "docs/specs.md", "docs/behaviours.md", "docs/architecture.md"])
    func test_links_leadSomewhere(page: String) throws {
        let folder = Checkout.url.appending(path: page).deletingLastPathComponent()
        for match in try Checkout.text(page).matches(of: /\]\(([^)#\s]+)[^)]*\)/) {
            let target = String(match.1)
            guard !target.hasPrefix("http") else { continue }
            let path = folder.appending(path: target).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: path), "\(target) in \(page)")
        }
    }

    @Test("Every target that the pages name is one of make's")
    func test_makeTargets_exist() throws {
        let makefile = try Checkout.text("Makefile")
        for page in ["README.md", "CONTRIBUTING.md"] {
            for match in try Checkout.text(page).matches(of: /`make ([a-z]+)/) {
                #expect(makefile.contains("\n\(match.1):"), "make \(match.1) in \(page)")
            }
        }
    }
}
