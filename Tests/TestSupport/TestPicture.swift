public import Foundation

/// The images of `Tests/Pictures`: one of each kind written by cameras and programs, with a red quarter at the top left
/// on blue. Those with a profile store other numbers, which the profile turns into this red and blue.
public enum TestPicture {
    /// Returns the sorted names of the images.
    public static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    public static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Returns the images of `Tests/IncompletePictures`, sorted by name: well-formed to the end, but with fewer pixels
    /// than in the header.
    public static func incomplete() throws -> [(name: String, data: Data)] {
        let folder = folder.deletingLastPathComponent().appending(path: "IncompletePictures")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    }

    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pictures")
}
