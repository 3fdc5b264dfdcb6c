public import Foundation

/// The images of `Tests/PrivatePictures`, which hold words and places in all of their metadata.
public enum PrivatePicture {
    /// The sorted names of the images.
    public static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".md") }.sorted()
    }

    public static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    private static let folder = TestPicture.folder.deletingLastPathComponent().appending(path: "PrivatePictures")
}
