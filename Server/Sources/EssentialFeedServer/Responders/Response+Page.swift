import EssentialFeed
import HTTPTypes
import Hummingbird
import NIOCore

extension PreparedAnswer {
    init(page: String, isPrivate: Bool) {
        self.init(
            ByteBuffer(string: page), mediaType: PageTemplate.mediaType,
            cacheControl: CacheControl.list(isPrivate: isPrivate))
    }

    func page(for request: Request) -> Response {
        var response = response(to: request.headers)
        response.headers.addPageFields()
        return response
    }
}

extension Response {
    /// Creates the answer with a page that isn't kept.
    /// - Parameter problem: What the page explains; `nil` if nothing is wrong.
    static func page(_ page: String, explaining problem: Problem? = nil) -> Response {
        var response = Response(ByteBuffer(string: page), mediaType: PageTemplate.mediaType)
        response.headers.addPageFields()
        if let problem {
            response.status = problem.status
            response.headers[.retryAfter] = problem.retryAfter.map(String.init)
            response.headers[.requestID] = problem.reference
        }
        return response
    }

    /// Returns the answer to a form, which leads to a page.
    static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }
}

extension HTTPFields {
    /// Adds the fields of a page: it runs nothing but our own files, and no other site learns where a link was followed.
    mutating func addPageFields() {
        self[.contentSecurityPolicy] = """
            default-src 'none'; script-src 'self'; style-src 'self' \(PageFrame.stylePolicy); img-src 'self' blob: data:; connect-src 'self'; \
            manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
            require-trusted-types-for 'script'; trusted-types essential-feed
            """
        // Without a referrer, browsers would send no origin with forms either.
        self[.referrerPolicy] = "same-origin"
        self[.vary] = "Accept-Language"
    }
}
