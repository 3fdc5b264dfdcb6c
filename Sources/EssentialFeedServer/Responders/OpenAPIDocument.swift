import EssentialFeed
import HTTPTypes
import Hummingbird
import NIOCore

/// The description of everything that the server answers, as the program was built with it.
enum OpenAPIDocument {
    private static let cacheControl = "no-cache"
    private static let bytes = PackageResources.openapi_yaml
    private static let entityTag = ContentDigest(of: bytes).entityTag

    static func response(conditions: HTTPFields) -> Response {
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: cacheControl)
        }
        var headers = HTTPFields()
        headers[.contentType] = "application/yaml"
        headers[.eTag] = entityTag
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
