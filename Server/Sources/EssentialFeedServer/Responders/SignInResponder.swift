import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOPosix

/// Answers the forms with which browsers sign in and out. All other requests go to the responder behind it.
///
/// Fetching the sign-in page changes nothing, so the link preview of a messenger doesn't use up an invitation.
struct SignInResponder: HTTPResponder {
    typealias Context = ConnectionContext

    let authorizing: AuthorizingResponder
    /// The path below which browsers find the pages.
    let path: String

    private var signIn: BrowserSignIn? { authorizing.signIn }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        try await request.answered {
            switch (authorizing.routing.route(of: request), request.method) {
            case (.page(.join)?, .post): return try await join(request, context)
            case (.page(.join)?, .get), (.page(.join)?, .head): return page(for: request, status: .ok)
            case (.page(.signOut)?, .post): return try await signOut(request, context)
            case (let route?, _) where [.page(.join), .page(.signOut)].contains(route):
                throw Problem.methodNotAllowed(allow: route.allow)
            case (let route, _): return try await respond(to: request, at: route, context)
            }
        }
    }

    private func respond(
        to request: Request, at route: ServerRoute?, _ context: ConnectionContext
    ) async throws -> Response {
        var response = try await authorizing.respond(to: request, context: context)
        if response.status == .unauthorized, request.isFromBrowserPage {
            // A Basic challenge would make the browser ask for a password and block the script.
            response.headers[.wwwAuthenticate] = #"Bearer realm="Essential Feed""#
        }
        guard case .page? = route, let signIn, let session = signIn.cookie.value(in: request.headers) else {
            return response.status == .unauthorized && isForBrowser(request, route)
                ? page(for: request, status: .unauthorized) : response
        }
        if response.status == .unauthorized, isForBrowser(request, route) {
            response = page(for: request, status: .unauthorized)
            forget(&response)
        } else if response.status != .unauthorized, route == .page(.feed), signIn.friends.tokenID(of: session) != nil {
            response.headers[.setCookie] = signIn.cookie.keeping(session)
        }
        return response
    }

    private func join(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let fields = FormFields(try await authorizing.bodyReader.body(of: request, on: context.channel))
        let secret = JoinLink.secret(in: fields["link"])
        let asked = AccessState.Request(
            credentials: RequestCredentials(authorization: secret.map { "Bearer \($0.text)" }, query: ""), image: nil,
            size: nil, address: authorizing.address(of: request, context))
        switch authorizing.access.control.admit(asked, on: context.channel, at: .now()) {
        case .admitted(let requester):
            var response = Response.seeOther(destination(fields["to"]))
            // Without a token, the server is open to everyone.
            if let signer = requester.signer {
                guard let signIn else { throw Problem.nothingSaved }
                let device = BrowserSignIn.device(request.headers[.userAgent])
                response.headers[.setCookie] = try await signIn.threads.runIfActive {
                    try signIn.start(signer.tokenID, device: device)
                }
            }
            return response
        case .unauthorized: return page(for: request, status: .unauthorized, isRefused: true, to: fields["to"])
        case .tooMany(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
    }

    private func signOut(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        _ = try await authorizing.bodyReader.body(of: request, on: context.channel)
        var response = Response.seeOther(path + PageRoute.join.path)
        try await signIn?.end(request)
        forget(&response)
        return response
    }

    /// Lets the browser delete what it has saved.
    private func forget(_ response: inout Response) {
        guard let cookie = signIn?.cookie else { return }
        response.headers[.setCookie] = cookie.ending
        // The worker deletes the pages that it has saved. Without it, Chromium would wait for it on the way back.
        response.headers[.clearSiteData] = #""cache""#
    }

    private func page(
        for request: Request, status: HTTPResponse.Status, isRefused: Bool = false, to: String? = nil
    ) -> Response {
        let place = PagePlace(
            language: Language(accepting: request.headers[.acceptLanguage]), basePath: path, timeZone: .gmt)
        let text = PageTemplate.join.page(
            JoinWebPage(
                frame: place.frame(place.language.text(PageText.signIn)), isRefused: isRefused,
                isUnencrypted: signIn?.cookie.isUnencrypted == true,
                to: to ?? (status == .ok ? "" : request.uri.path)))
        var response = Response(ByteBuffer(string: text), mediaType: PageTemplate.mediaType)
        response.status = status
        response.headers.addPageFields()
        return response
    }

    private func isForBrowser(_ request: Request, _ route: ServerRoute?) -> Bool {
        guard request.headers[.accept]?.contains("text/html") == true else { return false }
        if case .page? = route { return true }
        return route == nil
    }

    /// Returns the path of one of our pages, so that a forged form can't lead elsewhere.
    private func destination(_ to: String) -> String {
        guard !to.isEmpty, to.hasPrefix(path) else { return path + PageRoute.feed.path }
        switch PageRoute(path: to.dropFirst(path.count)) {
        case .feed?, .photo?: return to
        default: return path + PageRoute.feed.path
        }
    }
}

extension Request {
    /// Whether a page in a browser sent the request.
    fileprivate var isFromBrowserPage: Bool { headers[.secFetchMode] != nil || headers[.cookie] != nil }
}

extension HTTPField.Name {
    // The names are valid, so the initializer succeeds.
    fileprivate static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
}
