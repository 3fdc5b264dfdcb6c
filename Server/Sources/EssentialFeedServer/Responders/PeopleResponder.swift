import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Responds with the page on which the owner invites and removes people.
struct PeopleResponder: Sendable {
    let tokens: TokenFile
    let signIn: BrowserSignIn
    /// The address that invitations lead to.
    let address: ServerAddress
    let logger: Logger

    /// - Throws: ``Problem``.
    func respond(
        to request: Request, in place: PagePlace, from requester: Requester, body: ByteBuffer
    ) async throws -> Response {
        guard requester.scopes.contains(.admin) else { throw Problem(.notPermitted(.admin), logger) }
        var cookie: String?
        var shown = Shown()
        if request.method == .post {
            let form = FormFields(body)
            do {
                switch form["do"] {
                case "invite":
                    let name = form["name"].trimmingCharacters(in: .whitespaces)
                    shown.draft = name
                    guard let may = AccessScope(rawValue: form["may"]) else { throw Problem.malformedForm }
                    let device = BrowserSignIn.device(request.headers[.userAgent])
                    let invitePerson = InvitePerson(
                        tokens: tokens, signIn: { [signIn] in try signIn.start($0, device: device) }, now: signIn.now)
                    let invited = try await signIn.threads.runIfActive {
                        try invitePerson(name, may: may, by: requester)
                    }
                    (shown.invitation, cookie) = (invited.invitation, invited.cookie)
                    shown.draft = ""
                case "revoke", "remove":
                    // The page has no such button for oneself.
                    guard form["name"] != requester.person?.name else { throw Problem.malformedForm }
                    try await signIn.threads.runIfActive {
                        try RemovePerson(tokens: tokens, friends: { [signIn.friends] }, now: signIn.now)(
                            form["name"], deletingContent: form["do"] == "remove", by: requester)
                    }
                    return .seeOther(place.basePath + PageRoute.people.path)
                case "sign-out":
                    guard let digest = Data(base64Encoded: form["device"]) else { throw Problem.malformedForm }
                    try await signIn.threads.runIfActive {
                        try signIn.friends.write(by: requester) { try $0.end(session: digest) }
                    }
                    return .seeOther(place.basePath + PageRoute.people.path)
                default: throw Problem.malformedForm
                }
            } catch let error as AccessError {
                shown.problem =
                    switch error {
                    case .nameTaken(let name): place.language.text(PageText.nameTaken, name)
                    case .invalidName: place.language.text(PageText.nameRule)
                    default: place.language.text(error.message)
                    }
            } catch let error as FriendsError {
                throw Problem(error, logger)
            }
        }
        var response = try await page(shown, for: requester, in: place)
        response.headers[.setCookie] = cookie
        return response
    }

    /// What a form adds to the page.
    private struct Shown {
        var problem: String?
        var invitation: Invitation?
        var draft = ""
    }

    private func page(_ shown: Shown, for requester: Requester, in place: PagePlace) async throws -> Response {
        let (invited, sessions, log) = try await signIn.threads.runIfActive {
            let (sessions, log) = try signIn.friends.read {
                (try $0.sessions(), try $0.audit(limit: Moderate.maximumLines))
            }
            return (try tokens.tokens(), sessions, log)
        }
        let hidden = PageHiddenPhoto.all(signIn.friends.state.hiddenPhotos, in: log, in: place)
        let page = PeopleWebPage(
            frame: place.frame(place.language.text(PageText.people)), problem: shown.problem,
            invitation: shown.invitation.map { PageInvitation($0, to: address, in: place.language) },
            draft: shown.draft, scopes: AccessScope.allCases.map { PageScope($0, in: place.language) },
            people: invited.map { token in
                PagePerson(token, sessions.filter { $0.tokenID == token.id }, for: requester, in: place)
            }, hasHidden: !hidden.isEmpty, hidden: hidden)
        var response = PreparedAnswer(page: PageTemplate.people.page(page), isPrivate: true).response(to: HTTPFields())
        response.headers[.cacheControl] = "no-store"
        response.headers.addPageFields()
        return response
    }
}
