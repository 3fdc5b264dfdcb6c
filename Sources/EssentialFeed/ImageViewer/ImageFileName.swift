import Foundation
public import ImageFormats

/// The name that is suggested for a file with a copy of an image.
public enum ImageFileName {
    private static let maximumCharacters = 60
    /// File systems allow 255 bytes, with the extension.
    private static let maximumBytes = 200

    /// Returns a name of what the image says of itself: its description, or else where it was taken.
    /// - Parameters:
    ///   - image: The image.
    ///   - fallback: The name of an image that says nothing, such as "Photo".
    ///   - format: The format of the bytes; `nil` if it isn't known.
    public static func suggested(for image: FeedImage, fallback: String, format: ImageFormat?) -> String {
        let texts = [image.description, image.location].compactMap(\.self).map(cleaned)
        let name = texts.first { !$0.isEmpty } ?? fallback
        return format.map { "\(name).\(fileExtension(of: $0))" } ?? name
    }

    /// Returns the beginning of a text, up to the end of a word, without characters that file systems refuse or hide.
    private static func cleaned(_ text: String) -> String {
        let refused = Set<Character>("/\\:*?\"<>|\u{FFFD}")
        let line = PlainText.line(String(text.prefix(1_000))).map { refused.contains($0) ? " " : $0 }
        let words = String(line).split(separator: " ")
        var name = ""
        for word in words {
            let longer = name.isEmpty ? String(word) : "\(name) \(word)"
            guard longer.count <= maximumCharacters, longer.utf8.count <= maximumBytes else { break }
            name = longer
        }
        return name.trimmingCharacters(in: CharacterSet(charactersIn: ".,;- "))
    }

    private static func fileExtension(of format: ImageFormat) -> String {
        format == .jpeg ? "jpg" : format.rawValue
    }
}
