/// A request for an image of 1,000 or 600,000 bytes, for its feed or its comments, and the expected response.
struct HTTPCase: Sendable, CustomStringConvertible {
    enum Target: Sendable {
        case image, feed, comments, openAPI, nothing
    }

    enum Body: Sendable {
        case bytes(Range<Int>)
        /// The JSON of a feed or of comments.
        case json
        case problem
        case nothing
    }

    /// The lines of the fields; `TAG` stands for the target's entity tag.
    let fields: [String]
    let status: Int
    let contentRange: String?
    let body: Body
    var method = "GET"
    var target = Target.image
    var length = 1_000
    /// The whole request, if it is malformed, after which the connection closes.
    var malformed: String?

    var description: String {
        if let malformed { return String(malformed.debugDescription.prefix(120)) }
        return "\(method) of \(target), \(length) B, \(fields.joined(separator: " | "))"
    }

    static func part(
        _ fields: String..., is range: ClosedRange<Int>, saying contentRange: String, of length: Int = 1_000
    ) -> HTTPCase {
        HTTPCase(
            fields: fields, status: 206, contentRange: contentRange,
            body: .bytes(range.lowerBound..<range.upperBound + 1), length: length)
    }

    static func whole(_ fields: String..., of length: Int = 1_000) -> HTTPCase {
        HTTPCase(fields: fields, status: 200, contentRange: nil, body: .bytes(0..<length), length: length)
    }

    static func json(_ fields: String..., target: Target) -> HTTPCase {
        HTTPCase(fields: fields, status: 200, contentRange: nil, body: .json, target: target)
    }

    static func unsatisfiable(_ fields: String..., saying contentRange: String = "bytes */1000", of length: Int = 1_000)
        -> HTTPCase
    {
        HTTPCase(fields: fields, status: 416, contentRange: contentRange, body: .problem, length: length)
    }

    static func preconditionFailed(_ fields: String..., target: Target = .image) -> HTTPCase {
        HTTPCase(fields: fields, status: 412, contentRange: nil, body: .problem, target: target)
    }

    static func notModified(_ fields: String..., target: Target = .image) -> HTTPCase {
        HTTPCase(fields: fields, status: 304, contentRange: nil, body: .nothing, target: target)
    }

    static func head(_ fields: String..., status: Int = 200, target: Target = .image) -> HTTPCase {
        HTTPCase(fields: fields, status: status, contentRange: nil, body: .nothing, method: "HEAD", target: target)
    }

    static func malformed(_ request: String) -> HTTPCase {
        HTTPCase(fields: [], status: 400, contentRange: nil, body: .problem, malformed: request)
    }
}
