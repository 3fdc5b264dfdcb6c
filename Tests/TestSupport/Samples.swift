public import EssentialFeed
public import Foundation

public func anyURL() -> URL { URL(string: "https://any-url.com")! }

public func anyError() -> NSError { NSError(domain: "any error", code: 0) }

/// Gives tasks that were started, and should not have been, every chance to run.
public func letOthersRun() async {
    for _ in 0..<1000 { await Task.yield() }
}

/// An image like no other.
public func uniqueImage(
    id: UUID = UUID(), description: String? = "a description", location: String? = "a location"
) -> FeedImage {
    FeedImage(id: id, description: description, location: location, url: URL(string: "https://a-host.com/\(id)")!)
}

/// A feed with all four combinations of texts, like no other.
public func uniqueFeed() -> [FeedImage] {
    [
        uniqueImage(), uniqueImage(description: nil), uniqueImage(location: nil),
        uniqueImage(description: nil, location: nil),
    ]
}

/// The smallest whole picture of a format: a PNG of one pixel.
public func anyPNG(salt: UInt8 = 0) -> Data {
    let base64 =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    return Data(base64Encoded: base64)!.withSalt(salt)
}

extension Data {
    /// The same picture with a comment that sets it apart.
    fileprivate func withSalt(_ salt: UInt8) -> Data {
        guard salt != 0 else { return self }
        var data = self
        data.insert(contentsOf: [0, 0, 0, 1, 0x74, 0x45, 0x58, 0x74, salt, 0, 0, 0, 0], at: data.endIndex - 12)
        return data
    }
}
