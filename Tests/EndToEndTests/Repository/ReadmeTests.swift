import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import HTTPTransport
import ImageFormats
import ImagePipeline
import TestSupport
import Testing

/// The claims of the pages that a test can check.
@Suite struct ReadmeTests {
    private let home = Home()

    @Test func `The Swift code of README and of the libraries' page is what the tests compile and run`() throws {
        func lines(_ text: String) -> String {
            text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        }
        let source = lines(
            try ["Snippet", "ReadmeTests"].map { try Checkout.text("Tests/EndToEndTests/Repository/\($0).swift") }
                .joined())
        for (page, start) in [
            ("README.md", "ImageLoader"), ("docs/libraries.md", "import EssentialFeed\n"),
            ("docs/libraries.md", "func saveNewestPhotos"),
        ] {
            let snippet = try #require(
                try Checkout.text(page).components(separatedBy: "```swift\n").dropFirst().map {
                    $0.components(separatedBy: "```")[0]
                }.first { $0.contains(start) })
            #expect(source.contains(lines(snippet)), "\(page)")
        }
    }

    @Test func `The three lines of README load a picture from a real server, then from the cache alone`() async throws {
        let server = try await home.serve(PhotoFolder())
        let address = try ServerAddress(server.address)
        let loaded = try await NetworkHTTPClient.withClient(settings: NetworkSettings(), server: address) { client in
            try await ServerCache.withCache(in: home.cacheFolder, for: address) { cache in
                let page = try await LoadFeed(address: address, client: client, store: cache, now: { Date() }).load()
                let url = try #require(page.images.first).url
                let online = try await picture(of: url, client: client, cache: cache, decoder: EncodedImages())
                await server.stop()
                #expect(try await picture(of: url, client: client, cache: cache, decoder: EncodedImages()) == online)
                return online
            }
        }
        #expect(!loaded.isEmpty)
    }

    @Test func `The page's snippet prints the feed of a real server`() async throws {
        let server = try await home.serve(PhotoFolder())
        let lines = try await newestImages(of: server.address, cacheFolder: home.cacheFolder)
        #expect(lines == ["location 0: description 0", "location 1: ", ": description 2", ": "])
        await server.stop()
    }

    @Test func `Offline the page's snippet prints the saved feed, or with nothing saved throws why`() async throws {
        let server = try await home.serve(PhotoFolder())
        let online = try await newestImages(of: server.address, cacheFolder: home.cacheFolder)
        await server.stop()
        let offline = try await newestImages(of: server.address, cacheFolder: home.cacheFolder)
        #expect(offline == online)

        let error = await #expect(throws: LoadFeedError.self) {
            try await newestImages(of: "http://127.0.0.1:1", cacheFolder: home.cacheFolder)
        }
        #expect(error == LoadFeedError(remote: .connectivity(HTTPClientError(.refused))))
    }

    @Test func `The page's function saves the newest photos, which are there without the server`() async throws {
        let server = try await home.serve(PhotoFolder())
        #expect(try await saveNewestPhotos(2, of: server.address, cacheFolder: home.cacheFolder).saved == 2)
        await server.stop()
        let address = try ServerAddress(server.address)
        try await ServerCache.withCache(in: home.cacheFolder, for: address) { cache in
            let feed = try #require(try await LoadFeedFromCache(store: cache, now: { Date() }).load())
            for image in feed.images.prefix(2) { #expect(try await cache.retrieveImageData(for: image.url) != nil) }
        }
        await #expect(throws: LoadFeedError.self) {
            try await saveNewestPhotos(2, of: "http://127.0.0.1:1", cacheFolder: home.cacheFolder)
        }
    }

    @Test func `The page's manifest finds the libraries in a checkout of any name`() async throws {
        let page = try Checkout.text("docs/libraries.md")
        let manifest = try #require(
            page.components(separatedBy: "```swift\n").map { $0.components(separatedBy: "```")[0] }
                .first { $0.contains("import PackageDescription") })
        let products = manifest.matches(of: /\.product\(name: "(\w+)", package: "essential-feed"\)/).map {
            String($0.1)
        }
        #expect(products.count == 4)
        let real = try Checkout.text("Package.swift")
        #expect(real.contains("name: \"essential-feed\","))
        for product in products { #expect(real.contains(".library(name: \"\(product)\"")) }

        // Empty libraries: the real ones' dependencies would be downloaded.
        let folder = TemporaryFolder()
        let targets = products.map { #".target(name: "\#($0)")"# }.joined(separator: ", ")
        let libraries = products.map { #".library(name: "\#($0)", targets: ["\#($0)"])"# }.joined(separator: ", ")
        let package = """
            // swift-tools-version:6.2
            import PackageDescription
            let package = Package(name: "essential-feed", products: [\(libraries)], targets: [\(targets)])
            """
        var files = [
            "another name/Package.swift": package,
            "my-feed/Package.swift": manifest.replacing("../essential-feed", with: "../another name"),
            "my-feed/Sources/my-feed/main.swift": "",
        ]
        for product in products { files["another name/Sources/\(product)/Empty.swift"] = "" }
        for (path, text) in files {
            let file = folder.url.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let described = try await TestProgram.succeed([
            "swift", "package", "--package-path", folder.path + "my-feed", "--cache-path", folder.path + "cache",
            "--config-path", folder.path + "config", "--security-path", folder.path + "security", "describe",
        ])
        for product in products { #expect(described.text.contains(product)) }
    }

    @Test func `The programs' version is the newest in the changelog, the metainfo and Debian's changelog`() throws {
        func first(_ pattern: Regex<(Substring, Substring)>, in path: String) throws -> String? {
            try Checkout.text(path).firstMatch(of: pattern).map { String($0.1) }
        }
        let metainfo = "Desktop/org.essentialfeed.EssentialFeed.metainfo.xml"
        #expect(try first(/\n## (\d+\.\d+\.\d+) –/, in: "CHANGELOG.md") == Version.current)
        #expect(try first(/<release version="(.*?)"/, in: metainfo) == Version.current)
        #expect(try first(/essential-feed \((.*?)\)/, in: "debian/changelog") == Version.current)
        let released = try first(/\n## \d+\.\d+\.\d+ – (\d{4}-\d\d-\d\d)\n/, in: "CHANGELOG.md")
        #expect(try first(/<release version=".*?" date="(.*?)"/, in: metainfo) == released)
    }

    @Test func `The changelog has no unreleased changes while the programs have the newest release's version`() throws {
        let changelog = try Checkout.text("CHANGELOG.md")
        let newest = try #require(changelog.firstMatch(of: /\n## (\d+\.\d+\.\d+) –/))
        guard String(newest.1) == Version.current else { return }
        let unreleased = changelog[..<newest.range.lowerBound].components(separatedBy: "\n## Unreleased").dropFirst()
        #expect(unreleased.allSatisfy { $0.allSatisfy(\.isWhitespace) })
    }

    static let pages = {
        let folder = Checkout.url.appending(path: "docs").path
        let docs = (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".md") }
        return [
            "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md",
            "THIRD-PARTY-NOTICES.md", "Demo/README.md",
        ] + docs.sorted().map { "docs/\($0)" }
    }()

    @Test(arguments: pages)
    func `Every link from one page to another leads somewhere`(page: String) throws {
        let folder = Checkout.url.appending(path: page).deletingLastPathComponent()
        for match in try Checkout.text(page).matches(of: /\]\(([^)#\s]+)[^)]*\)/) {
            let target = String(match.1)
            // Links to pages of the forge that shows the page are not files.
            let ofForge = ["http", "../../actions/", "../../releases", "../../security/"]
            guard !ofForge.contains(where: target.hasPrefix) else { continue }
            let path = folder.appending(path: target).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: path), "\(target) in \(page)")
        }
    }

    @Test(arguments: pages)
    func `Every file and folder that the pages name is there`(page: String) throws {
        for match in try Checkout.text(page).matches(of: /`((?:Sources|Tests|Scripts|Snippets|docs)\/[\w\-.\/+]+)`/) {
            let path = Checkout.url.appending(path: String(match.1)).path
            #expect(FileManager.default.fileExists(atPath: path), "\(match.1) in \(page)")
        }
    }

    @Test func `Every make target that the pages name exists`() throws {
        let makefile = try Checkout.text("Makefile")
        for page in Self.pages {
            for match in try Checkout.text(page).matches(of: /`make ([a-z]+)/) {
                #expect(makefile.contains("\n\(match.1):"), "make \(match.1) in \(page)")
            }
        }
    }
}

/// Returns the picture of a URL at a size, from the cache or else from the server, by the three lines of README.
private func picture<Picture: Sendable>(
    of url: URL, client: any HTTPClient, cache: ServerCache, decoder: any ImageDecoder<Picture>
) async throws -> Picture {
    let source = LoadFeedImageData(client: client, store: cache)
    let images = ImageLoader(source: source, decoder: decoder)
    let picture = try await images.picture(for: url, size: PixelSize(width: 640, height: 480))
    return picture
}
