import EssentialFeed
import Hummingbird
import HTTPTypes
import NIOCore

/// Turns problems into pages for browsers, on the paths of web pages and on unknown paths.
struct NoticePageResponder<Responder: HTTPResponder>: HTTPResponder {
    typealias Context = Responder.Context

    let responder: Responder
    let basePath: String
    /// The path below which browsers find the pages.
    let pagePath: String

    func respond(to request: Request, context: Context) async throws -> Response {
        let response = try await responder.respond(to: request, context: context)
        guard response.headers[.contentType] == Problem.mediaType, isForBrowser(request) else { return response }
        let language = Language(accepting: request.headers[.acceptLanguage])
        let (heading, explanation) = Self.texts(response.status)
        let page = PageTemplate.notice.page(
            NoticeWebPage(
                frame: PageFrame(title: language.text(PageText.feed), language: language, basePath: pagePath),
                heading: language.text(heading), explanation: language.text(explanation)))
        var headers = response.headers
        headers[.contentType] = PageTemplate.mediaType
        headers[.contentLength] = nil
        headers.addPageFields()
        // The page reloads automatically.
        if response.status == .serviceUnavailable { headers[.refresh] = headers[.retryAfter] }
        return Response(status: response.status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: page)))
            .forHead(request)
    }

    private func isForBrowser(_ request: Request) -> Bool {
        guard request.headers[.accept]?.contains("text/html") == true else { return false }
        guard request.uri.path.hasPrefix(basePath) else { return true }
        switch ServerRoute(path: request.uri.path.dropFirst(basePath.count)) {
        case .page, nil: return true
        default: return false
        }
    }

    private static func texts(_ status: HTTPResponse.Status) -> (heading: Message, explanation: Message) {
        switch status {
        case .notFound, .badRequest:
            (Message("Nothing Here"), Message("The photo may have been deleted, or the link is incomplete."))
        case .serviceUnavailable:
            (Message("One Moment"), Message("The photos aren’t ready yet. This page reloads automatically."))
        case .tooManyRequests: (Message("Too Many Requests"), Message("Wait a moment, then load the page again."))
        case .misdirectedRequest:
            (
                Message("Wrong Address"),
                Message("This server doesn’t answer at this address. Ask its owner for the right one.")
            )
        default: (Message("Something Went Wrong"), Message("Load the page again later."))
        }
    }
}

extension HTTPField.Name {
    // The name is valid, so the initializer succeeds.
    fileprivate static let refresh = HTTPField.Name("Refresh")!
}
