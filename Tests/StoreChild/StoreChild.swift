import HTTPTransport

#if DEBUG
    @testable import EssentialFeedStore
    import EssentialFeed
    import Foundation

    /// A second program on a cache folder, for the tests. Prints what it has done, line by line.
    @main
    struct StoreChild {
        static let address = "http://a-server.com"

        static func main() async throws {
            let arguments = CommandLine.arguments
            let folder = URL(filePath: arguments[2], directoryHint: .isDirectory)
            switch arguments[1] {
            case "alternate": try await alternate(in: folder)
            case "hold": try await hold(folder)
            case "partial": try await partial(in: folder)
            case "full": try await FullDisk(folder: folder).run()
            case "descriptors": try await FewDescriptors(folder: folder).run()
            default: fatalError("no such part: \(arguments[1])")
            }
        }

        static func say(_ text: String) {
            FileHandle.standardOutput.write(Data((text + "\n").utf8))
        }

        /// Saves two feeds with their images in turn until it is killed.
        private static func alternate(in folder: URL) async throws {
            let cache = await ServerCache.open(
                in: folder, for: try ServerAddress(address), imageLimit: AlternatingFeeds.imageLimit
            ) { say("trouble \($0)") }
            let turns = (0...1).map(AlternatingFeeds.init)
            for step in 0... {
                let feeds = turns[step % 2]
                try await cache.transaction { transaction in
                    try transaction.delete()
                    try transaction.insert(feeds.feed)
                }
                say("feed")
                for index in 0..<AlternatingFeeds.imageCount {
                    try await cache.insert(feeds.data(index), for: AlternatingFeeds.url(index))
                    say("image")
                    _ = try await cache.retrieveImageData(for: AlternatingFeeds.url(step % AlternatingFeeds.imageCount))
                }
                try await cache.deleteImageData(for: AlternatingFeeds.url(step % AlternatingFeeds.imageCount))
                say("removed")
                if step % 3 == 2 { try await cache.delete() }
            }
        }

        /// Saves longer and longer parts of an image until it is killed.
        private static func partial(in folder: URL) async throws {
            let cache = await ServerCache.open(in: folder, for: try ServerAddress(address))
            let url = URL(string: "https://a-host.com/a.png")!
            for step in 3... {
                // A store keeps partial downloads of up to 64 MB, however late the test kills this program.
                let size = min(step, 100)
                let bytes = Data(repeating: UInt8(size), count: size * 100_000)
                try await cache.insert(PartialDownload(url: url, entityTag: "\"a\"", bytes: bytes, total: 1 << 30))
                say("kept")
            }
        }

        /// Saves a feed with an image and keeps the cache open until standard input ends.
        private static func hold(_ folder: URL) async throws {
            let cache = await ServerCache.open(in: folder, for: try ServerAddress(address))
            let feeds = AlternatingFeeds(turn: 0)
            try await cache.transaction { try $0.insert(feeds.feed) }
            try await cache.insert(feeds.data(0), for: AlternatingFeeds.url(0))
            say("ready")
            while let line = readLine() {
                guard line == "next" else { continue }
                let next = AlternatingFeeds(turn: 1)
                try await cache.transaction { try $0.insert(next.feed) }
                try await cache.insert(next.data(0), for: AlternatingFeeds.url(0))
                say("ready")
            }
            withExtendedLifetime(cache) {}
        }
    }
#else
    /// Release builds have no second program, which needs the store's internals.
    @main
    struct StoreChild {
        static func main() {}
    }
#endif
