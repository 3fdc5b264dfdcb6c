import EssentialFeed
import Foundation
import TestSupport

/// A folder of photos for a server, with all four combinations of texts.
final class PhotoFolder: Sendable {
    let folder: TemporaryFolder
    var path: String { folder.path }

    /// - Parameters:
    ///   - count: The number of photos; photo 0 is the newest.
    ///   - interval: The time between two photos, in seconds.
    init(count: Int = 4, salt: UInt8 = 1, interval: Double = 60) throws {
        folder = TemporaryFolder()
        var photos: [[String: Any]] = []
        for index in 0..<count {
            let name = "photo-\(index).png"
            try anyPNG(salt: salt &+ UInt8(index)).write(to: folder.url.appending(path: name))
            var photo: [String: Any] = ["file": name, "date": WireDate.text(Self.newest - Double(index) * interval)]
            if index % 2 == 0 { photo["description"] = "description \(index)" }
            if index % 4 < 2 { photo["location"] = "location \(index)" }
            if index == 0 { photo["comments"] = Self.comments }
            photos.append(photo)
        }
        try JSONSerialization.data(withJSONObject: ["photos": photos])
            .write(to: folder.url.appending(path: "feed.yaml"))
    }

    static let newest = Date(timeIntervalSinceReferenceDate: 800_000_000)

    private static var comments: [[String: Any]] {
        [
            ["message": "a message", "created_at": "2026-05-20T11:24:59+0000", "author": ["username": "a username"]],
            [
                "message": "another message", "created_at": "2026-05-21T11:24:59Z",
                "author": ["username": "another username"],
            ],
        ]
    }
}
