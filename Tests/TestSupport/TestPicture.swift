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

    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pictures")
}
