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
        func suggested(_ description: String?) -> String {
            let image = FeedImage(
                id: photo.id, description: description, url: URL(filePath: "/"), createdAt: photo.date)
            return ImageFileName.suggested(
                for: image, fallback: "photo", format: ImageFormat.allCases.first { $0.mediaType == mediaType },
                timeZone: timeZone)
        }
        let name = suggested(photo.description)
        // curl knows only the first form, which is ASCII; others prefer the second.
        let plain = name.allSatisfy(\.isASCII) ? name : suggested(nil)
        let encoded = name.addingPercentEncoding(withAllowedCharacters: allowed) ?? plain
        return "inline; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}
