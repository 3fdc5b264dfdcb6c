import EssentialFeed
import HTTPTypes
import Hummingbird
import NIOCore

/// The OpenAPI description of the server, which is built into the program.
enum OpenAPIDocument {
    private static let bytes = PackageResources.openapi_yaml
    private static let answer = PreparedAnswer(
        ByteBuffer(bytes: bytes), mediaType: "application/yaml", entityTag: ContentDigest(of: bytes).entityTag,
        cacheControl: "no-cache")

    static func response(conditions: HTTPFields) -> Response {
        answer.response(to: conditions)
    }
}
