/// Who may cache a response: everybody, or with a token the reader alone.
enum CacheControl {
    static func image(isPrivate: Bool) -> String {
        isPrivate ? "private, max-age=31536000, immutable" : "public, max-age=31536000, immutable"
    }

    static func list(isPrivate: Bool) -> String {
        isPrivate ? "private, no-cache" : "no-cache"
    }
}
