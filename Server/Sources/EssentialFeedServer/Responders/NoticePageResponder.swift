import EssentialFeed
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

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
        // A page of another server is refused for its origin.
        let isRefused = response.status == .forbidden && bodyReader.hasAllowedOrigin(request)
        var asked: PageRoute?
        if case .page(let page)? = route, page == .download || isRefused { asked = page }
        let name =
            "\(response.status.code) \(isStarting) \(asked?.path ?? "") \(seconds ?? "") \(accent?.text ?? "") \(title)"
        func make() -> String {
            let frame = PageFrame(title: title, language: language, basePath: pagePath, accent: accent)
            var page = NoticeWebPage(response.status, at: asked, isStarting: isStarting, in: frame, language)
            if let seconds { page.explanation = language.text(PageText.waitSeconds, seconds) }
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
    ///   - page: The page asked for; `nil` if the reason isn't specific to one.
    ///   - isStarting: Whether the page reloads automatically, because the photos aren't ready yet.
    init(
        _ status: HTTPResponse.Status, at page: PageRoute?, isStarting: Bool = false, in frame: PageFrame,
        _ language: Language
    ) {
        let texts: (heading: Message, explanation: Message) =
            isStarting
            ? (Message("One Moment"), Message("The photos aren’t ready yet. This page reloads automatically."))
            : Self.texts(status, at: page)
        self.frame = frame
        heading = language.text(texts.heading)
        explanation = language.text(texts.explanation)
    }

    private static func texts(
        _ status: HTTPResponse.Status, at page: PageRoute?
    ) -> (heading: Message, explanation: Message) {
        let (notDownloaded, notPermitted) = (Message("Not Downloaded"), Message("Not Permitted"))
        let notSent = Message("Not Sent")
        return switch (page, status) {
        case (.download?, .badRequest): (notDownloaded, Message("Go back and select at least one photo."))
        case (.download?, .notFound):
            (notDownloaded, Message("None of these photos is in the feed any more. Go back and load the page again."))
        case (.download?, .contentTooLarge):
            (
                notDownloaded,
                Message("You can download up to 500 photos or 2 GB at once. Go back and select fewer photos.")
            )
        case (.download?, .conflict):
            (notDownloaded, Message("Two downloads are still running. Wait until one has ended, or cancel one."))
        case (.post?, .forbidden): (notPermitted, Message("You may not post photos. Ask the owner to allow it."))
        case (.people?, .forbidden): (notPermitted, Message("You may not invite people. Ask the owner to allow it."))
        case (_, .notFound), (_, .badRequest):
            (Message("Nothing Here"), Message("The photo may have been deleted, or the link is incomplete."))
        case (_, .tooManyRequests):
            (Message("Too Many Requests"), Message("Wait a moment, then load the page again."))
        case (_, .contentTooLarge):
            (notSent, Message("This is too large. Shorten the text to 2,000 characters, or choose a smaller photo."))
        case (_, .preconditionFailed):
            (notSent, Message("Another person has signed in with this browser. To copy what you wrote, go back."))
        case (_, .misdirectedRequest):
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

/// Answers a request that failed for a reason other than the client with a reference number; the log has the reason
/// under it.
struct FailureResponder<Responder: HTTPResponder<ConnectionContext>>: HTTPResponder {
    let responder: Responder
    let logger: Logger

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        do {
            return try await responder.respond(to: request, context: context)
        } catch let error as CancellationError {
            throw error
        } catch  where !context.channel.isActive {
            // The client has left.
            throw error
        } catch is HTTPParserError {
            // The body is malformed, or the client has stopped sending it.
            return Problem.malformedRequest.response.forHead(request)
        } catch {
            return Problem.failure(reference: Problem.logged("\(error)", logger)).response.forHead(request)
        }
    }
}
