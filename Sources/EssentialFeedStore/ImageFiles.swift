import Foundation

/// The encoded images as files of one folder, named by ``StoredImage/fileName``. Files under other names are leftovers.
struct ImageFiles {
    let folder: String

    /// Publishes the bytes whole: whoever opens the file sees all of them or no file (N026). It is not forced to the
    /// disk: after a loss of power the digest tells (N024).
    func publish(_ data: Data, as image: StoredImage) throws {
        let temporary = folder + "/incoming"
        try FileSystem.write(data, to: temporary)
        do {
            try FileSystem.rename(temporary, to: path(image))
        } catch {
            try FileSystem.remove(temporary)
            throw error
        }
    }

    /// - Returns: `nil` when the file is missing or not what the index says.
    func read(_ image: StoredImage, verifyingDigest: Bool) throws -> Data? {
        guard let data = try FileSystem.read(path(image), byteCount: image.byteCount) else { return nil }
        return !verifyingDigest || image.isWhole(data) ? data : nil
    }

    func remove(_ image: StoredImage) throws {
        try FileSystem.remove(path(image))
    }

    func remove(named name: String) throws {
        try FileSystem.remove(folder + "/" + name)
    }

    func removeAll() throws {
        for name in try names() { try remove(named: name) }
    }

    func names() throws -> [String] {
        try FileSystem.names(in: folder)
    }

    private func path(_ image: StoredImage) -> String {
        folder + "/" + image.fileName
    }
}
