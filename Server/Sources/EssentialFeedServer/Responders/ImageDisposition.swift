import EssentialFeed
import Foundation
import ImageFormats

/// The field `Content-Disposition` (RFC 6266) of an image, with a name for programs that save it.
///
/// The name is what the app suggests, made from the date and the caption. The name of the photo's file stays on the server.
enum ImageDisposition {
    private static let allowed = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!#$&+^`|")

    /// Returns the value for an image that browsers show.
    static func inline(_ photo: Photo, _ mediaType: String, _ timeZone: TimeZone) -> String {
        let name = name(of: photo, mediaType, timeZone)
        // curl supports only the first form, which is ASCII; others prefer the second.
        let plain = name.allSatisfy(\.isASCII) ? name : Self.name(of: photo, mediaType, timeZone, isPlain: true)
        let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? plain
        return "inline; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }

    /// - Parameters:
    ///   - number: Distinguishes images with the same name; 1 adds nothing.
    ///   - isPlain: Whether to leave the caption out.
    static func name(
        of photo: Photo, _ mediaType: String, _ timeZone: TimeZone, number: Int = 1, isPlain: Bool = false
    ) -> String {
        ImageFileName.suggested(
            for: FeedImage(
                id: photo.id, description: isPlain ? nil : photo.description, url: URL(filePath: "/"),
                createdAt: photo.date),
            number: number, fallback: "photo",
            format: ImageFormat.allCases.first { $0.mediaType == mediaType }, timeZone: timeZone)
    }
}
