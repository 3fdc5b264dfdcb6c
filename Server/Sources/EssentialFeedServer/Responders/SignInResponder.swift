import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Answers the forms with which browsers sign in and out. All other requests go to the responder behind it.
///
/// Fetching the sign-in page changes nothing, so the link preview of a messenger doesn't use up an invitation. Someone else's
/// link signs a browser in only after a question.
struct SignInResponder: HTTPResponder {
    let authorizing: AuthorizingResponder
    let path: String
    let appearance: LoadAppearance
    let logger: Logger
    /// Counts the sign-ins with each invitation.
    private let limiter = WriteLimiter()
    /// The form, which everybody may ask for.
    let prepared = PreparedPages()

    /// A Basic challenge would make the browser ask for a password and block the script.
    private static let browserChallenge = #"Bearer realm="Essential Feed""#

    private var signIn: BrowserSignIn? { authorizing.signIn }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        try await request.answered {
            if let expected = request.headers[.expect], expected.lowercased() != "100-continue" {
                throw Problem.unknownExpectation
            }
            switch (context.route, request.method) {
            case (.page(.join)?, .post): return try await Problem.wrapping(logger) { try await join(request, context) }
            case (.page(.join)?, .get), (.page(.join)?, .head): return page(for: request, status: .ok)
            case (.page(.signOut)?, .post):
                return try await Problem.wrapping(logger) { try await signOut(request, context) }
            case (let route?, _) where [.page(.join), .page(.signOut)].contains(route):
                throw Problem.methodNotAllowed(allow: route.allow)
            default: return try await forward(request, context)
            }
        }
    }

    private func forward(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        var response = try await authorizing.respond(to: request, context: context)
        if response.status == .unauthorized, request.isFromBrowserPage {
            response.headers[.wwwAuthenticate] = Self.browserChallenge
        }
        if response.status == .unauthorized, request.isForBrowser(at: context.route) {
            let written = try await written(in: request, context)
            response = page(for: request, at: context.route, status: .unauthorized, written: written)
            if case .page? = context.route, let signIn, signIn.cookie.value(in: request.headers) != nil,
                !signIn.hasExpired(request)
            {
                forget(&response)
            }
        } else if response.status != .unauthorized, case .page(let page)? = context.route, let signIn,
            let browser = signIn.browser(of: request), page == .feed || browser.use.isOld(at: signIn.now()),
            context.route?.isForEverybody == false
        {
            await signIn.renew(browser, in: &response)
        }
        return response
    }

    private func join(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        let fields = FormFields(try await authorizing.bodyReader.body(of: request, on: context.channel))
        let secret = JoinLink.secret(in: fields["link"])
        if let secret, let signIn, let link = signIn.deviceLinks.link(with: secret)?.invitation,
            let token = authorizing.access.control.token(id: link.token.id), token.digest == link.token.digest
        {
            return try await start(signIn, Person(token), with: secret, fields, request)
        }
        let credentials = RequestCredentials(authorization: secret.map { "Bearer \($0.text)" }, query: "")
        switch admit(credentials, request, context) {
        case .admitted(let requester):
            // Without a token, the server is open to everyone.
            guard let secret, let person = requester.person, requester.signer != nil else {
                return .seeOther(destination(fields["to"]))
            }
            guard let signIn else { throw Problem.nothingSaved }
            guard authorizing.access.control.ownerKey == nil else { return exchange(fields, signIn, request) }
            return try await start(signIn, person, with: secret, fields, request)
        case .unauthorized: return page(for: request, status: .unauthorized, isRefused: true, to: fields["to"])
        case .unavailable: throw Problem.tokensUnreadable
        case .tooMany(let retryAfter): throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
    }

    private func exchange(_ fields: FormFields, _ signIn: BrowserSignIn, _ request: Request) -> Response {
        guard let session = authorizing.access.control.exchangeOwnerKey() else {
            return page(for: request, status: .unauthorized, isRefused: true, to: fields["to"])
        }
        var response = Response.seeOther(destination(fields["to"]))
        response.headers[.setCookie] = signIn.cookie.keeping(session)
        return response
    }

    private func start(
        _ signIn: BrowserSignIn, _ person: Person, with secret: TokenSecret, _ fields: FormFields, _ request: Request
    ) async throws -> Response {
        var response = Response.seeOther(destination(fields["to"]))
        let browser = signIn.browser(of: request)
        if let browser, browser.use.tokenID == person.id {
            await signIn.renew(browser, in: &response)
            return response
        }
        if let browser, let other = authorizing.access.control.token(id: browser.use.tokenID) {
            // Texts that the person in front of the browser writes would be another person's.
            let answer = Self.answer(secret, browser)
            guard fields["continue"] == answer else {
                let fields = [
                    PageField(name: "link", value: secret.text), PageField(name: "to", value: fields["to"]),
                    PageField(name: "continue", value: answer),
                ]
                return question(to: Person(other), becoming: person, fields, for: request)
            }
        }
        do throws(FriendsError) {
            try limiter.take(WriteLimit.signIns, for: person)
        } catch {
            guard case .tooMany(_, let retryAfter) = error else { throw error }
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        let device = BrowserSignIn.device(request.headers[.userAgent])
        // This browser loses an expired session's cookie.
        let last = browser ?? signIn.known(in: request)
        do {
            let cookie = try await signIn.threads.runIfActive { [access = authorizing.access] in
                var used: NewLinks.Link?
                do {
                    // The link may have ended in the meantime, and its sessions with it.
                    return try signIn.start(person.id, device: device, ending: last?.digest) { transaction in
                        guard !access.admits(secret) else { return true }
                        used = try signIn.useDeviceLink(secret, in: transaction) { access.control.token(id: $0) }
                        return used != nil
                    }
                } catch {
                    if let used { signIn.deviceLinks.putBack(used) }
                    throw error
                }
            }
            if last != nil { forget(&response) }
            response.headers[.setCookie] = cookie
            response.headers[.location] = firstPage(fields["to"], request)
            return response
        } catch FriendsError.ended {
            return page(for: request, status: .unauthorized, isRefused: true, to: fields["to"])
        }
    }

    /// Returns what the question's form sends back: no other page has it, and it counts only for this browser and link.
    private static func answer(_ secret: TokenSecret, _ browser: BrowserSignIn.Browser) -> String {
        ContentDigest(of: "\(browser.secret.text) \(secret.text)".utf8).hexadecimal
    }

    private func question(
        to person: Person, becoming other: Person, _ fields: [PageField], for request: Request
    ) -> Response {
        var place = place(for: request)
        place.reader = person
        let (name, newName) = (PageName(person.name).name, PageName(other.name).name)
        return .page(
            PageTemplate.question.page(
                QuestionWebPage(
                    frame: place.frame(place.language.text(PageText.signIn)),
                    heading: place.language.text(PageText.continueQuestion, newName),
                    explanation: place.language.text(PageText.otherPerson, name, newName), fields: fields,
                    answers: QuestionWebPage.Answers(
                        action: path + PageRoute.join.path, yes: place.language.text(PageText.continueAs, newName),
                        back: path + PageRoute.feed.path, no: place.language.text(PageText.staySignedIn, name)))))
    }

    private func admit(
        _ credentials: RequestCredentials, _ request: Request, _ context: ConnectionContext
    ) -> AccessState.Verdict {
        let asked = AccessState.Request(
            credentials: credentials, image: nil, size: nil,
            address: authorizing.clients.address(of: request, on: context.channel))
        return authorizing.access.control.admit(asked, on: context.channel, at: .now())
    }

    private func signOut(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        _ = try await authorizing.bodyReader.body(of: request, on: context.channel)
        var response = Response.seeOther(path + PageRoute.join.path)
        signIn?.cookie.value(in: request.headers).map(authorizing.access.control.endOwnerSession)
        if let browser = signIn?.known(in: request) {
            try await signIn?.end(browser)
        } else if case .tooMany(let retryAfter) = admit(
            RequestCredentials(authorization: nil, query: ""), request, context)
        {
            throw Problem.tooManyRequests(retryAfter: retryAfter)
        }
        forget(&response)
        return response
    }

    /// Lets the browser delete what it has saved.
    private func forget(_ response: inout Response) {
        guard let cookie = signIn?.cookie else { return }
        response.addCookie(cookie.ending)
        // The worker deletes the pages that it has saved. Without it, Chromium would wait for it on the way back.
        response.headers[.clearSiteData] = #""cache""#
    }

    /// Returns what the person wrote in a form; `nil` if nothing.
    private func written(in request: Request, _ context: ConnectionContext) async throws -> String? {
        guard request.method == .post, case .page(.photo)? = context.route else { return nil }
        return FormFields(try await authorizing.bodyReader.body(of: request, on: context.channel)).written
    }

    private func page(
        for request: Request, at route: ServerRoute? = nil, status: HTTPResponse.Status, isRefused: Bool = false,
        to: String? = nil, written: String? = nil
    ) -> Response {
        let place = place(for: request)
        let to = to ?? (status == .ok ? "" : request.uri.path)
        let isForOwner = authorizing.access.control.ownerKey != nil
        let title = isForOwner ? nil : appearance.title
        let name = "\(isForOwner) \(place.accent?.text ?? "") \(title ?? "")"
        let isShareLost =
            route == .page(.post) && (request.method == .post || request.uri.query == PageRoute.lostShare)
        func make() -> String {
            var page = JoinWebPage(
                frame: place.frame(
                    title ?? place.language.text(isForOwner ? PageText.signIn : PageText.sharedPhotos)),
                isRefused: isRefused, isUnencrypted: signIn?.cookie.isUnencrypted == true, isForOwner: isForOwner,
                to: to, written: written)
            page.isShareLost = isShareLost
            return PageTemplate.join.page(page)
        }
        var response = Response.page(status == .ok ? prepared.page(name, in: place.language, make) : make())
        response.status = status
        if status == .unauthorized { response.headers[.wwwAuthenticate] = Self.browserChallenge }
        return response
    }

    private func place(for request: Request) -> PagePlace {
        var place = PagePlace(
            language: authorizing.language(of: request) ?? Language(accepting: request.headers[.acceptLanguage]),
            basePath: path, timeZone: .gmt)
        place.accent = appearance.accent
        return place
    }

    /// Returns the path of the page that follows a sign-in: a phone learns how to keep the feed, unless a photo was asked for.
    private func firstPage(_ to: String, _ request: Request) -> String {
        let page = destination(to)
        guard page == path + PageRoute.feed.path, PageText.keeping(with: request.headers[.userAgent]) != nil else {
            return page
        }
        return path + PageRoute.welcome.path
    }

    /// Returns the path of one of our pages, so a forged form can't lead elsewhere.
    private func destination(_ to: String) -> String {
        guard !to.isEmpty, to.hasPrefix(path) else { return path + PageRoute.feed.path }
        switch PageRoute(path: to.dropFirst(path.count)) {
        case .feed?, .months?, .photo?, .post?: return to
        default: return path + PageRoute.feed.path
        }
    }
}

extension Request {
    fileprivate var isFromBrowserPage: Bool { headers[.secFetchMode] != nil || headers[.cookie] != nil }
}
