import Foundation
import TestSupport
import Testing

/// Pictures that people's programs write: their sizes, turns and colours, compared with exiftool and Chromium.
@Suite(.oneAtATime, .sharesBrowsers) struct WebPictureTableTests {
    /// What is right where Chromium shows something else, and why.
    private enum Deviation {
        /// Chromium shows no HEIC. The colours are those of the drawing.
        case unknownFormat
        /// Chromium ignores the orientation in a WebP. exiftool reads it, and programs that turn photos write it.
        case ignoredOrientation
        /// ImageMagick writes the colours of sRGB with a gamma of 1/2.2, which Chromium takes literally: its colours differ
        /// from ours by at most eight levels.
        case literalGamma

        init?(_ file: File) {
            switch (URL(filePath: file.name).pathExtension, file.name) {
            case ("heic", _): self = .unknownFormat
            case ("webp", let name) where name.hasPrefix("orientation"): self = .ignoredOrientation
            case ("png", let name) where !name.hasPrefix("Pillow"): self = .literalGamma
            default: return nil
            }
        }
    }

    private struct File: Decodable {
        let name: String
        let drawn: [Double]
    }

    private struct Tags: Decodable {
        let SourceFile: String
        let ImageWidth: Double
        let ImageHeight: Double
        let Orientation: Int?

        /// Upright, as a person sees it.
        var size: [Double] { Orientation ?? 1 >= 5 ? [ImageHeight, ImageWidth] : [ImageWidth, ImageHeight] }
    }

    private struct Item: Decodable {
        let description: String
        let image: String
        let width: Double?
        let height: Double?
        let placeholder: String?
    }

    private struct Feed: Decodable {
        let items: [Item]
    }

    /// Which corner of a stored picture is at the top left, top right, bottom left and bottom right, by orientation.
    private static let corners = [
        [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1], [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
    ]

    private let home = Home()

    private func draw(in folder: String) async throws -> [File] {
        let script = Checkout.url.appending(path: "Scripts/table-pictures.py").path
        let drawn = try await TestProgram.succeed(["/usr/bin/python3", script, folder])
        return try JSONDecoder().decode([File].self, from: drawn.output)
    }

    private func tags(of files: [File], in folder: URL) async throws -> [String: Tags] {
        let names = files.map { folder.appending(path: $0.name).path }
        let read = try await TestProgram.succeed(
            ["exiftool", "-json", "-n", "-ImageWidth", "-ImageHeight", "-Orientation"] + names)
        let tags = try JSONDecoder().decode([Tags].self, from: read.output)
        return Dictionary(uniqueKeysWithValues: tags.map { (URL(filePath: $0.SourceFile).lastPathComponent, $0) })
    }

    /// Waits until all pictures have been made.
    private func items(_ count: Int, at address: String) async throws -> [String: Item] {
        var items: [Item] = []
        try await waitUntil {
            let feed = try await home.served("\(address)/feed?limit=100")
            items = try JSONDecoder().decode(Feed.self, from: feed).items
            return items.count == count && items.allSatisfy { $0.placeholder != nil }
        }
        return Dictionary(uniqueKeysWithValues: items.map { ($0.description, $0) })
    }

    /// Returns the size and the colours near the corners, line by line; nothing if the browser doesn't show the picture.
    private func view(of url: String, in browser: Browser) async throws -> (size: [Double], colours: [Double]) {
        let numbers = try await browser.numbers(
            """
            const image = new Image();
            image.src = "\(url)";
            return image.decode().then(() => {
                const canvas = document.createElement("canvas");
                const [width, height] = [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
                const context = canvas.getContext("2d");
                context.drawImage(image, 0, 0);
                const corners = [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
                const colour = ([x, y]) => [...context.getImageData(x * width, y * height, 1, 1).data].slice(0, 3);
                return [width, height, ...corners.flatMap(colour)];
            }, () => []);
            """)
        return (Array(numbers.prefix(2)), Array(numbers.dropFirst(2)))
    }

    private func turned(_ colours: [Double], by orientation: Int) -> [Double] {
        Self.corners[orientation - 1].flatMap { colours[$0 * 3..<$0 * 3 + 3] }
    }

    @Test func `Pictures of real programs have the size of exiftool, and the turn and colours of Chromium`()
        async throws
    {
        let photos = try PhotoFolder(count: 0)
        let folder = photos.folder.url
        let files = try await draw(in: photos.path)
        #expect(files.count > 70)
        let entries = files.map { ["file": $0.name, "description": $0.name] }
        try JSONSerialization.data(withJSONObject: ["photos": entries]).write(to: folder.appending(path: "feed.yaml"))
        let read = try await tags(of: files, in: folder)
        try await home.browse(photos) { browser, server in
            let feed = try await items(files.count, at: server.address)
            for file in files {
                let (tags, item) = (try #require(read[file.name]), try #require(feed[file.name]))
                #expect([item.width ?? 0, item.height ?? 0] == tags.size, "\(file.name)")
                let served = try await view(of: item.image, in: browser)
                #expect(served.size == tags.size, "\(file.name)")
                let data = try Data(contentsOf: folder.appending(path: file.name)).base64EncodedString()
                let shown = try await view(of: "data:image/x;base64,\(data)", in: browser).colours
                var (expected, tolerance) = (shown, 4.0)
                switch Deviation(file) {
                case .unknownFormat:
                    #expect(shown == [])
                    (expected, tolerance) = (file.drawn, 8)
                case .ignoredOrientation: expected = turned(shown, by: tags.Orientation ?? 1)
                case .literalGamma: tolerance = 8
                case nil: break
                }
                try #require(served.colours.count == 12 && expected.count == 12, "\(file.name)")
                let difference = zip(served.colours, expected).map { abs($0 - $1) }.max() ?? 0
                #expect(difference <= tolerance, "\(file.name): \(served.colours), not \(expected)")
            }
        }
    }
}
