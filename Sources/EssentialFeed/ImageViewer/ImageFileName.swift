package import Foundation
package import ImageFormats

/// Suggests names for the files of images' copies.
package enum ImageFileName {
    private static let maximumCharacters = 60
    /// File systems allow 255 bytes, including the extension.
    private static let maximumBytes = 200

    /// Returns a name based on the image: the time when the image was taken, which tells images of one place apart, and
    /// its location or else its description.
    /// - Parameters:
    ///   - number: Distinguishes images with the same name; 1 adds nothing.
    ///   - fallback: The name of an image without any of these, such as "Photo".
    package static func suggested(
        for image: FeedImage, number: Int = 1, fallback: String, format: ImageFormat?, timeZone: TimeZone = .current
    ) -> String {
        let text = [image.location, image.description].compactMap(\.self).map(cleaned).first { !$0.isEmpty }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
            .year().month().day().time(includingFractionalSeconds: false)
        let date = image.createdAt.map { style.format($0).replacing(":", with: "-") }
        let parts = [date, text].compactMap(\.self)
        let name = (parts.isEmpty ? fallback : parts.joined(separator: " ")) + (number == 1 ? "" : " (\(number))")
        return format.map { "\(name).\($0.fileExtensions[0])" } ?? name
    }

    /// Returns the name with the extension of the data's format; `nil` unless its own is that of another image format.
    package static func corrected(_ name: String, for data: Data) -> String? {
        guard let format = ImageFormat(of: data), let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        guard let named = ImageFormat.allCases.first(where: { $0.fileExtensions.contains(ending) }), named != format
        else { return nil }
        return "\(name[..<dot]).\(format.fileExtensions[0])"
    }

    /// Returns the first words of a text, without invisible characters and those rejected by file systems.
    private static func cleaned(_ text: String) -> String {
        // Scalars, because a “/” with an accent is another character.
        let refused = Set("/\\:*?\"<>|\u{FFFD}\u{200E}\u{200F}\u{61C}".unicodeScalars)
        let line = PlainText.line(String(text.prefix(1_000))).unicodeScalars.map { refused.contains($0) ? " " : $0 }
        let words = String(String.UnicodeScalarView(line)).split(separator: " ")
        var name = ""
        for word in words {
            let longer = name.isEmpty ? String(word) : "\(name) \(word)"
            guard longer.count <= maximumCharacters, longer.utf8.count <= maximumBytes else {
                // Many languages have no spaces between words.
                if name.isEmpty { name = beginning(of: longer) }
                break
            }
            name = longer
        }
        return name.trimmingCharacters(in: CharacterSet(charactersIn: ".,;- "))
    }

    private static func beginning(of text: String) -> String {
        var beginning = text.prefix(maximumCharacters)
        while beginning.utf8.count > maximumBytes { beginning.removeLast() }
        return String(beginning)
    }
}
