import ImageFormats
import SystemPackage

/// Reads the files that a catalog requests.
enum FileReader {
    /// Reads a file; blocks.
    static func read(_ file: FileToRead, in root: FilePath) -> FileReading {
        FileReading(ticket: file.ticket, path: file.path, outcome: outcome(file.path, in: root))
    }

    private static func outcome(_ path: FolderPath, in root: FilePath) -> FileReading.Outcome {
        do throws(FileError) {
            let file = try OpenFile(path, in: root)
            file.waitUntilSettled()
            return try outcome(file)
        } catch {
            switch error {
            case .changed, .system(.noSuchFileOrDirectory), .system(.notDirectory),
                .system(.tooManySymbolicLinkLevels), .system(.invalidArgument):
                return .changed
            case .system: return .unreadable(reason: error.description)
            }
        }
    }

    private static func outcome(_ file: OpenFile) throws(FileError) -> FileReading.Outcome {
        do {
            return try PhotoFacts(reading: file).map { .photo($0, file.stamp) } ?? .notAnImage(file.stamp)
        } catch let error as FileError {
            throw error
        } catch is IncompletePictureError {
            return .incomplete(file.stamp)
        } catch let error as PictureTooLargeError {
            return .unreadable(reason: "its picture is too large, \(error.size.width) × \(error.size.height) pixels")
        } catch {
            return .unreadable(reason: "\(error)")
        }
    }
}
