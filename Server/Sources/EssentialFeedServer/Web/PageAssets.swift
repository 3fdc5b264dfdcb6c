/// The static files of the web pages, which are built into the program.
///
/// Their paths contain a checksum of all of them, so that browsers keep them for good and never mix two versions.
enum PageAssets {
    struct File: Sendable {
        let mediaType: String
        let bytes: [UInt8]
    }

    private static let files = [
        "activity.js": script(PackageResources.activity_js),
        "app.css": File(mediaType: "text/css; charset=utf-8", bytes: PackageResources.app_css),
        "app.js": script(PackageResources.app_js),
        "conversation.js": script(PackageResources.conversation_js),
        "feed.js": script(PackageResources.feed_js),
        "join.js": script(PackageResources.join_js),
        "outbox.js": script(PackageResources.outbox_js),
        "post.js": script(PackageResources.post_js),
        "people.js": script(PackageResources.people_js),
        "thumbhash.js": script(PackageResources.thumbhash_js),
        "unsent.js": script(PackageResources.unsent_js),
        "viewer.js": script(PackageResources.viewer_js),
        "worker.js": script(PackageResources.worker_js),
        "written.js": script(PackageResources.written_js),
        "icon.png": File(mediaType: "image/png", bytes: PackageResources.icon_png),
        "icon.svg": File(mediaType: "image/svg+xml", bytes: PackageResources.icon_svg),
    ]

    /// The first part of the files' paths.
    static let folder = "/assets/"
    /// Changes with each of the files.
    static let version = String(
        ContentDigest(of: files.sorted { $0.key < $1.key }.flatMap(\.value.bytes)).hexadecimal.prefix(12))
    /// The path of the files.
    static let path = folder + version

    private static func script(_ bytes: [UInt8]) -> File {
        File(mediaType: "text/javascript; charset=utf-8", bytes: bytes)
    }

    static func file(_ name: String) -> File? { files[name] }
}
