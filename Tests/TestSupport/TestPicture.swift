public import Foundation

/// The pictures of `Tests/Pictures`: one of each form that cameras and programs write, with a red quarter at the top
/// left on blue, drawn by `Scripts/draw-test-pictures.py`.
public enum TestPicture {
    /// The pictures' names, in order.
    public static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    public static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: name))
    }

    /// Those of `Tests/IncompletePictures`, by name: they end properly and lack some of what their header says.
    public static func incomplete() throws -> [(name: String, data: Data)] {
        let folder = folder.deletingLastPathComponent().appending(path: "IncompletePictures")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
    }

    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pictures")
}
