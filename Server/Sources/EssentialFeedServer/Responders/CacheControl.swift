/// The `Cache-Control` values: public, or private to one reader if access needs a token.
enum CacheControl {
    static func image(isPrivate: Bool) -> String {
        isPrivate ? "private, max-age=31536000, immutable" : "public, max-age=31536000, immutable"
    }

    static func list(isPrivate: Bool) -> String {
        isPrivate ? "private, no-cache" : "no-cache"
    }
}
