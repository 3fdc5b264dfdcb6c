import EssentialFeed
import Hummingbird
import HTTPTypes
import NIOCore

/// Turns problems into pages for browsers, on the paths of web pages and on unknown paths. Paths to which only forms are
/// sent lead to the page with the form.
///
/// A person's text from a form on a photo's page is on the page that explains why it wasn't accepted.
struct NoticePageResponder<Responder: HTTPResponder<ConnectionContext>>: HTTPResponder {
    let responder: Responder
    let bodyReader: BodyReader
    let basePath: String
    let pagePath: String
    let appearance: LoadAppearance
    let chosenLanguage: @Sendable (Request) -> Language?
    let prepared = PreparedPages()

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var (request, context, written) = (request, context, String?.none)
        let route = ServerRoute(of: request, below: basePath)
        context.route = route
        let isForBrowser = request.isForBrowser(at: route)
        let response = try await request.answered {
            if case .page(.photo)? = route, request.method == .post, isForBrowser {
                let body = try await bodyReader.body(of: request, on: context.channel)
                request.body = RequestBody(buffer: body)
                written = FormFields(body).written
            }
            return try await responder.respond(to: request, context: context)
        }
        guard response.headers[.contentType] == Problem.mediaType, isForBrowser else { return response }
        let isRead = request.method == .get || request.method == .head
        // The browser shows the address of a refused form, and may load it again.
        if response.status == .methodNotAllowed, isRead, case .page(let page)? = route, let form = page.form {
            return .seeOther(pagePath + form.path)
        }
        let language = chosenLanguage(request) ?? Language(accepting: request.headers[.acceptLanguage])
        let isStarting = response.status == .serviceUnavailable && isRead
        let seconds = response.status == .tooManyRequests ? response.headers[.retryAfter] : nil
        let reference = response.headers[.requestID].map { language.text(PageText.reference, $0) }
        let (accent, title) = (appearance.accent, appearance.title ?? language.text(PageText.feed))
        let isDownload = route == .page(.download)
        var refused: PageRoute?
        // A page of another server is refused for this reason.
        if response.status == .forbidden, bodyReader.hasAllowedOrigin(request), case .page(let page)? = route {
            refused = page
        }
        let name =
            "\(response.status.code) \(isStarting) \(isDownload) \(refused?.path ?? "") \(seconds ?? "") "
            + "\(accent?.text ?? "") \(title)"
        func make() -> String {
            let frame = PageFrame(title: title, language: language, basePath: pagePath, accent: accent)
            var page =
                (isDownload ? NoticeWebPage(ofDownload: response.status, in: frame, language) : nil)
                ?? NoticeWebPage(refusing: refused, in: frame, language)
                ?? NoticeWebPage(response.status, after: seconds, isStarting: isStarting, in: frame, language)
            (page.reference, page.written) = (reference, written)
            return PageTemplate.notice.page(page)
        }
        let page = reference == nil && written == nil ? prepared.page(name, in: language, make) : make()
        var headers = response.headers
        headers[.contentType] = PageTemplate.mediaType
        headers[.contentLength] = nil
        headers.addPageFields()
        if isStarting { headers[.refresh] = headers[.retryAfter] }
        return Response(status: response.status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: page)))
            .forHead(request)
    }
}

extension Request {
    /// Whether a browser asks for a page, or for something unknown.
    func isForBrowser(at route: ServerRoute?) -> Bool {
        guard headers[.accept]?.contains("text/html") == true else { return false }
        if case .page? = route { return true }
        return route == nil
    }
}

extension NoticeWebPage {
    /// - Parameters:
    ///   - seconds: The time to wait; `nil` if unknown.
    ///   - isStarting: Whether the page reloads automatically, because the photos aren't ready yet.
    init(
        _ status: HTTPResponse.Status, after seconds: String? = nil, isStarting: Bool = false, in frame: PageFrame,
        _ language: Language
    ) {
        let texts: (heading: Message, explanation: Message) =
            isStarting
            ? (Message("One Moment"), Message("The photos aren’t ready yet. This page reloads automatically."))
            : Self.texts(status)
        self.frame = frame
        heading = language.text(texts.heading)
        explanation = seconds.map { language.text(PageText.waitSeconds, $0) } ?? language.text(texts.explanation)
    }

    /// Creates the page for a missing permission; `nil` if the reason isn't specific to the page.
    init?(refusing page: PageRoute?, in frame: PageFrame, _ language: Language) {
        let explanation: Message
        switch page {
        case .post: explanation = Message("You may not post photos. Ask the owner to allow it.")
        case .people: explanation = Message("You may not invite people. Ask the owner to allow it.")
        default: return nil
        }
        self.frame = frame
        heading = language.text(Message("Not Permitted"))
        self.explanation = language.text(explanation)
    }

    private static func texts(_ status: HTTPResponse.Status) -> (heading: Message, explanation: Message) {
        switch status {
        case .notFound, .badRequest:
            (Message("Nothing Here"), Message("The photo may have been deleted, or the link is incomplete."))
        case .tooManyRequests: (Message("Too Many Requests"), Message("Wait a moment, then load the page again."))
        case .contentTooLarge:
            (
                Message("Not Sent"),
                Message("This is too large. Shorten the text to 2,000 characters, or choose a smaller photo.")
            )
        case .preconditionFailed:
            (
                Message("Not Sent"),
                Message("Another person has signed in with this browser. To copy what you wrote, go back.")
            )
        case .misdirectedRequest:
            (
                Message("Wrong Address"),
                Message(
                    "This server doesn’t answer at this address. Ask its owner for the right one. If you are the owner, start the server with --public-url and the URL that people use."
                )
            )
        default: (Message("Something Went Wrong"), Message("Load the page again later."))
        }
    }
}
