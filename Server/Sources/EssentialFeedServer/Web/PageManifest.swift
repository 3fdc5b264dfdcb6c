import Foundation

/// The facts that browsers need to keep the feed on the home screen (W3C Web Application Manifest).
enum PageManifest {
    static let mediaType = "application/manifest+json"

    /// - Parameter mayPost: Whether the system offers the feed to the person who shares photos (W3C Web Share Target).
    static func json(title: String?, accent: AccentColour?, basePath: String, mayPost: Bool) -> Data {
        let icons = [("icon.png", "512x512", "image/png"), ("icon.svg", "any", "image/svg+xml")].map {
            ["src": "\(basePath)\(PageAssets.path)/\($0)", "sizes": $1, "type": $2]
        }
        var manifest: [String: Any] = [
            "name": title ?? "Essential Feed", "short_name": title ?? "Feed", "id": "\(basePath)/",
            "start_url": "\(basePath)/", "scope": "\(basePath)/", "display": "standalone",
            "background_color": "#fafafa", "theme_color": accent.map { AccentStyle($0).light } ?? "#ebebeb",
            "icons": icons,
        ]
        if mayPost { manifest["share_target"] = shareTarget(basePath: basePath) }
        do {
            return try JSONSerialization.data(
                withJSONObject: manifest, options: [.sortedKeys, .withoutEscapingSlashes])
        } catch {
            preconditionFailure("texts can be encoded: \(error)")
        }
    }

    /// The worker answers the request that this describes.
    private static func shareTarget(basePath: String) -> [String: Any] {
        let photos: [String: Any] = ["name": "photo", "accept": ["image/*"]]
        let params: [String: Any] = ["title": "title", "text": "text", "files": [photos]]
        return [
            "action": basePath + PageRoute.post.path, "method": "POST", "enctype": "multipart/form-data",
            "params": params,
        ]
    }
}
