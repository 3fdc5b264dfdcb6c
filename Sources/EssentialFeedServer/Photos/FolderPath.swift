/// A path below the photo folder, as the bytes the file system knows: names need not be text, and two spellings of one
/// letter are two names.
struct FolderPath: Hashable, Sendable, Comparable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The path as people may read it in a line.
    var displayText: String {
        PlainText.line(String(decoding: bytes, as: UTF8.self))
    }

    /// The path as text, or `nil` where its bytes are none.
    var text: String? {
        String(validating: bytes, as: UTF8.self)
    }

    func appending(_ name: [UInt8]) -> FolderPath {
        FolderPath(bytes: bytes.isEmpty ? name : bytes + [UInt8(ascii: "/")] + name)
    }

    static func < (lhs: FolderPath, rhs: FolderPath) -> Bool {
        lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
    }
}
