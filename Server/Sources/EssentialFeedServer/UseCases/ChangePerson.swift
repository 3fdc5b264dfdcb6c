/// The use case "Change person": the owner gives a person another link or other permissions. Everything that the person
/// has written and posted stays theirs.
struct ChangePerson: Sendable {
    let tokens: any TokenStore
    let friends: any FriendsStore

    /// Ends a person's link, and makes another one.
    /// - Parameters:
    ///   - id: The id of the person's token, to leave a later person of the name unaffected; `nil` for anyone of the
    ///     name.
    ///   - endingSessions: Whether to sign the person's devices out, except for the requesting one.
    ///   - keep: Receives the link before anything else can fail.
    /// - Throws: ``FriendsError``, ``AccessError``.
    func renewLink(
        of name: String, id: String?, endingSessions: Bool, by requester: Requester, keep: (Invitation) -> Void
    ) throws {
        _ = try requester.permitted(.admin)
        let invitation = try tokens.whileLocked { tokens in
            try requester.check(.admin)
            try tokens.check(name, isOf: id)
            return try tokens.renew(name)
        }
        keep(invitation)
        guard endingSessions else { return }
        // Afterwards, no browser can begin a session with the link before.
        try friends.write { try $0.endSessions(of: invitation.token.id, except: requester.session) }
    }

    /// - Throws: ``FriendsError``, ``AccessError``; then nothing has changed.
    func permit(_ may: AccessScope, to name: String, id: String?, by requester: Requester) throws {
        _ = try requester.permitted(.admin)
        try tokens.whileLocked { tokens in
            try requester.check(.admin)
            try tokens.check(name, isOf: id)
            try tokens.permit(may, to: name)
        }
    }
}
