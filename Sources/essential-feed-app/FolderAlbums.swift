import Foundation
import ImageFormats

/// The albums of a folder: its subfolders that contain photos, at any depth.
nonisolated enum FolderAlbums {
    /// More albums than a menu can usefully show.
    private static let maximum = 200
    private static let extensions = Set(ImageFormat.allCases.flatMap(\.fileExtensions))

    /// Returns the paths of the albums below a folder, sorted as a file manager sorts them. Blocks.
    static func find(in folder: URL) -> [String] {
        let root = folder.standardizedFileURL.path(percentEncoded: false)
        var albums: Set<String> = []
        let files = FileManager.default.enumerator(
            at: folder.standardizedFileURL, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        while albums.count < maximum, let file = files?.nextObject() as? URL {
            guard extensions.contains(file.pathExtension.lowercased()) else { continue }
            let album = file.deletingLastPathComponent().standardizedFileURL.path(percentEncoded: false)
            let path = album.dropFirst(root.count).trimmingCharacters(in: CharacterSet(charactersIn: "/"))
            if album.hasPrefix(root), !path.isEmpty { albums.insert(path) }
        }
        return albums.sorted { $0.localizedStandardCompare($1) == .orderedAscending }
    }
}
