import Foundation
import NIOCore

/// Reads a photo and its texts from a form (`multipart/form-data`, RFC 7578) as it arrives.
///
/// The parts `caption`, `location` and `alt` are UTF-8, the part `photo` is the file. They arrive in any order, each at
/// most once. A form with anything else is refused, or a person's text could be lost.
struct PostForm {
    /// In bytes. Browsers end the lines of a text with two bytes; one of them stays.
    private static let maximumTextLength = 2 * CommentText.maximumBytes
    /// In bytes, for the fields of one part.
    private static let maximumHeadLength = 4 << 10
    /// In bytes (RFC 2046, 5.1.1).
    private static let maximumBoundaryLength = 70

    private enum Part: String {
        case photo, caption, location, alternative = "alt"
    }

    private enum State {
        case start
        /// After a boundary, where either a part or the end follows.
        case boundary
        case head
        case content(Part)
        case end
    }

    /// The end of a part: a line that begins with the boundary.
    private let delimiter: [UInt8]
    private var state = State.start
    /// Bytes received but not interpreted yet. The first boundary needs no line before it.
    private var pending = ByteBuffer(string: "\r\n")
    private var parts: Set<Part> = []
    private var texts: [Part: ByteBuffer] = [:]

    /// Returns `nil` if a media type isn't that of a form, or has no valid boundary.
    init?(contentType: String) {
        let form = /multipart\/form-data[ \t]*;(?:[^"]*;)?[ \t]*boundary=(?:"([^"]*)"|([^;" \t]*))[ \t]*(?:;.*)?/
        guard let match = contentType.wholeMatch(of: form.ignoresCase()), let boundary = match.1 ?? match.2,
            (1...Self.maximumBoundaryLength).contains(boundary.utf8.count)
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// - Returns: The bytes that certainly belong to the photo.
    /// - Throws: ``Problem``, or ``FriendsError/tooLong``.
    mutating func photo(in bytes: ByteBuffer) throws -> ByteBuffer {
        pending.writeImmutableBuffer(bytes)
        defer { pending.discardReadBytes() }
        var photo = ByteBuffer()
        while true {
            switch state {
            case .start:
                let (content, isWhole) = takeContent()
                guard content.readableBytes == 0 else { throw Problem.brokenForm }
                guard isWhole else { return photo }
                state = .boundary
            case .boundary:
                switch pending.readString(length: 2) {
                case nil: return photo
                case "\r\n": state = .head
                case "--": state = .end
                default: throw Problem.brokenForm
                }
            case .head:
                guard let part = try takeHead() else { return photo }
                state = .content(part)
            case .content(let part):
                var (content, isWhole) = takeContent()
                if part == .photo {
                    photo.writeBuffer(&content)
                } else {
                    texts[part, default: ByteBuffer()].writeBuffer(&content)
                    guard texts[part]?.readableBytes ?? 0 <= Self.maximumTextLength else { throw FriendsError.tooLong }
                }
                guard isWhole else { return photo }
                state = .boundary
            case .end:
                guard "\r\n".utf8.starts(with: pending.readableBytesView) else { throw Problem.brokenForm }
                return photo
            }
        }
    }

    /// Returns the texts after the last byte.
    /// - Throws: ``Problem`` if the form isn't complete, or ``FriendsError/tooLong``.
    func finished() throws -> PostTexts {
        guard case .end = state, parts.contains(.photo) else { throw Problem.brokenForm }
        func text(_ part: Part) throws -> String? {
            guard let bytes = texts[part] else { return nil }
            guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
                throw Problem.badRequest("the texts of a form are UTF-8")
            }
            return text.replacing("\r\n", with: "\n")
        }
        return try PostTexts(caption: text(.caption), location: text(.location), alternative: text(.alternative))
    }

    /// Takes a part's pending bytes, up to its end. Bytes that may begin the end stay.
    private mutating func takeContent() -> (content: ByteBuffer, isWhole: Bool) {
        let (count, isWhole) = pending.withUnsafeReadableBytes { bytes in
            var start = 0
            // Only the delimiter's first byte is a carriage return, so each byte is compared at most twice.
            while start < bytes.count, let base = bytes.baseAddress,
                let found = memchr(base + start, Int32(delimiter[0]), bytes.count - start)
            {
                let offset = base.distance(to: found)
                let length = min(delimiter.count, bytes.count - offset)
                if memcmp(found, delimiter, length) == 0 { return (offset, length == delimiter.count) }
                start = offset + 1
            }
            return (bytes.count, false)
        }
        let content = pending.readSlice(length: count) ?? ByteBuffer()
        if isWhole { pending.moveReaderIndex(forwardBy: delimiter.count) }
        return (content, isWhole)
    }

    /// - Returns: The part; `nil` if more bytes have to arrive.
    private mutating func takeHead() throws(Problem) -> Part? {
        let end = Array("\r\n\r\n".utf8)
        guard let range = pending.readableBytesView.prefix(Self.maximumHeadLength).firstRange(of: end) else {
            guard pending.readableBytes < Self.maximumHeadLength else { throw .brokenForm }
            return nil
        }
        let length = range.upperBound - pending.readerIndex
        // The name of a file may be in any encoding.
        let fields = (pending.readString(length: length) ?? "").components(separatedBy: "\r\n")
        func values(_ name: String) -> [String] {
            fields.filter { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.utf8.count + 1).trimmingCharacters(in: .whitespaces) }
        }
        let encodings = values("content-transfer-encoding").map { $0.lowercased() }
        guard encodings.allSatisfy(["7bit", "8bit", "binary"].contains) else { throw .brokenForm }
        let dispositions = values("content-disposition")
        // All clients send the name first; a name after it could be inside the name of a file.
        let named = /(?i:form-data)[ \t]*;[ \t]*(?i:name)=(?:"([a-z]+)"|([a-z]+))[ \t]*(?:;.*)?/
        guard dispositions.count == 1, let match = dispositions[0].wholeMatch(of: named),
            let part = Part(rawValue: String(match.1 ?? match.2 ?? "")), parts.insert(part).inserted
        else {
            throw .badRequest("the parts of the form are photo, caption, location and alt, each at most once")
        }
        return part
    }
}

extension Problem {
    fileprivate static let brokenForm = badRequest("the form has no photo, or isn't valid multipart/form-data")
}
