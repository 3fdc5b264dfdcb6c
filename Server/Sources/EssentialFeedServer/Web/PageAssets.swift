import Foundation

/// The static files of the web pages, which are built into the program.
///
/// Their paths contain a checksum of all of them: browsers keep them forever and never mix two versions.
enum PageAssets {
    struct File: Sendable {
        let mediaType: String
        let bytes: [UInt8]
    }

    static let files = [
        "activity.css": text("css", PackageResources.activity_css),
        "activity.js": script(PackageResources.activity_js),
        "app.css": text("css", PackageResources.app_css),
        "app.js": script(PackageResources.app_js),
        "conversation.js": script(PackageResources.conversation_js),
        "cover.css": text("css", PackageResources.cover_css),
        "feed.js": script(PackageResources.feed_js),
        "forms.css": text("css", PackageResources.forms_css),
        "join.js": script(PackageResources.join_js),
        "months.css": text("css", PackageResources.months_css),
        "order.js": script(PackageResources.order_js),
        "outbox.js": script(PackageResources.outbox_js),
        "people.css": text("css", PackageResources.people_css),
        "people.js": script(PackageResources.people_js),
        "photo.css": text("css", PackageResources.photo_css),
        "post.css": text("css", PackageResources.post_css),
        "post.js": script(PackageResources.post_js),
        "push.js": script(PackageResources.push_js),
        "reply.js": script(PackageResources.reply_js),
        "select.css": text("css", PackageResources.select_css),
        "select.js": script(PackageResources.select_js),
        "thumbhash.js": script(PackageResources.thumbhash_js),
        "unsent.js": script(PackageResources.unsent_js),
        "viewer.js": script(PackageResources.viewer_js),
        "worker.js": script(PackageResources.worker_js),
        "written.js": script(PackageResources.written_js),
        "you.js": script(PackageResources.you_js),
        "icon.png": File(mediaType: "image/png", bytes: PackageResources.icon_png),
        "icon192.png": File(mediaType: "image/png", bytes: PackageResources.icon192_png),
        "icon512.png": File(mediaType: "image/png", bytes: PackageResources.icon512_png),
        "icon.svg": File(mediaType: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]

    /// The first part of the files' paths.
    static let folder = "/assets/"
    /// Changes with each of the files.
    static let version = String(
        ContentDigest(of: files.sorted { $0.key < $1.key }.flatMap(\.value.bytes)).hexadecimal.prefix(12))
    static let path = folder + version

    private static func script(_ bytes: [UInt8]) -> File { text("javascript", bytes) }

    /// Returns a file without indentation and without comments on separate lines: a quarter of what phones load.
    private static func text(_ type: String, _ bytes: [UInt8]) -> File {
        var isComment = false
        let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line -> ArraySlice<UInt8>? in
            let line = line.drop { $0 == UInt8(ascii: " ") }
            isComment = isComment || line.starts(with: "/*".utf8)
            let isCode = !isComment && !line.starts(with: "//".utf8)
            if isComment, line.suffix(2).elementsEqual("*/".utf8) { isComment = false }
            return isCode ? line : nil
        }
        return File(mediaType: "text/\(type); charset=utf-8", bytes: Array(lines.joined(separator: "\n".utf8)))
    }
}

/// The facts that browsers need to keep the feed on the home screen (W3C Web Application Manifest).
enum PageManifest {
    static let mediaType = "application/manifest+json"

    /// - Parameter mayPost: Whether the system offers the feed to the person who shares photos (W3C Web Share Target).
    static func json(title: String?, accent: AccentColour?, basePath: String, mayPost: Bool) -> Data {
        // Only the maskable icon fills its square.
        let icons = [
            ("icon192.png", "192x192", "image/png", "any"), ("icon512.png", "512x512", "image/png", "any"),
            ("icon.png", "512x512", "image/png", "maskable"), ("icon.svg", "any", "image/svg+xml", "any"),
        ].map { ["src": "\(basePath)\(PageAssets.path)/\($0)", "sizes": $1, "type": $2, "purpose": $3] }
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
