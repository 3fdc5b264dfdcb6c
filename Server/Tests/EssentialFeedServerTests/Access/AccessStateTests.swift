import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct AccessStateTests {
    private let time = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let image = UUID()

    private func token(_ name: String) throws -> (token: AccessToken, secret: TokenSecret) {
        var generator = SystemRandomNumberGenerator()
        let secret = TokenSecret.random(using: &generator)
        return (try AccessToken(for: Invited(name), secret: secret, createdAt: Date(), using: &generator), secret)
    }

    private func request(
        _ secret: TokenSecret? = nil, session: TokenSecret? = nil, query: String = "", image: UUID? = nil,
        from address: String? = nil
    ) -> AccessState.Request {
        var credentials = RequestCredentials(authorization: secret.map { "Bearer \($0.text)" }, query: query)
        credentials.session = session
        // As if a session of an owner who was invited once were left in the database.
        credentials.sessionTokenID = Person.owner.id
        return AccessState.Request(
            credentials: credentials, image: image, size: ServedSize(query: query),
            address: address.flatMap { IPAddress(four: $0) ?? IPAddress(six: $0) })
    }

    private func outcome(_ state: inout AccessState, _ request: AccessState.Request, at time: NIODeadline? = nil)
        -> String
    {
        switch state.admit(request, at: time ?? self.time) {
        case .admitted(let requester): requester.signer.map { "admitted \($0.tokenID)" } ?? "open"
        case .unauthorized: "unauthorized"
        case .unavailable: "unavailable"
        case .tooMany(let seconds): "wait \(seconds)"
        }
    }

    private func ownersServer() -> AccessState {
        AccessState(tokens: [], rule: .owner(OwnerKey(secret: .testOwner, at: Date())), limits: RequestLimits())
    }

    @Test func `The owner's key counts until the first token is made, and never again after the last has ended`() throws
    {
        var state = ownersServer()
        let sessions = [state.exchangeOwnerKey(), state.exchangeOwnerKey()]
        let session = try #require(sessions[0])
        #expect(sessions[1] == nil)
        let owners = [request(.testOwner), request(session: session)]
        for asked in owners { #expect(outcome(&state, asked) == "admitted owner") }
        for asked in [request(), request(session), request(session: .testOwner)] {
            #expect(outcome(&state, asked) == "unauthorized")
        }
        let isSaved = state.noteUse(of: "owner", at: Date())
        #expect(!isSaved)
        let (maria, secret) = try token("maria")
        state.replace(by: [maria])
        let late = state.exchangeOwnerKey()
        #expect(late == nil)
        for asked in owners { #expect(outcome(&state, asked) == "unauthorized") }
        #expect(outcome(&state, request(secret)) == "admitted \(maria.id)")
        state.replace(by: [])
        for asked in owners + [request(), request(secret)] { #expect(outcome(&state, asked) == "unauthorized") }
    }

    @Test func `A browser that signs the owner out is a stranger, and no other browser can sign the owner out`() throws
    {
        var state = ownersServer()
        let first = state.exchangeOwnerKey()
        let session = try #require(first)
        state.endOwnerSession(.testOwner)
        #expect(outcome(&state, request(session: session)) == "admitted owner")
        state.endOwnerSession(session)
        #expect(outcome(&state, request(session: session)) == "unauthorized")
        let second = state.exchangeOwnerKey()
        #expect(second == nil)
    }

    /// Returns who sent an admitted request, and what they may do.
    private func requester(_ state: inout AccessState, _ request: AccessState.Request) -> (Person?, Set<AccessScope>)? {
        guard case .admitted(let requester) = state.admit(request, at: time) else { return nil }
        return (requester.person, requester.scopes)
    }

    @Test func `Until somebody is invited, the owner may do everything; on a public server, anyone only reads`() throws
    {
        var open = ownersServer()
        #expect(try #require(requester(&open, request(.testOwner))) == (.owner, Set(AccessScope.allCases)))
        var everybody = AccessState(tokens: [], rule: .everybody, limits: RequestLimits())
        #expect(try #require(requester(&everybody, request())) == (nil, [.read]))
        let (maria, secret) = try token("maria")
        open.replace(by: [maria])
        let person = Person(id: maria.id, name: "maria")
        #expect(try #require(requester(&open, request(secret))) == (person, [.read, .comment]))
    }

    @Test func `While the tokens can't be read nobody is admitted, unless everybody is`() throws {
        let (maria, secret) = try token("maria")
        var state = AccessState(tokens: [maria], rule: .invited, limits: RequestLimits())
        state.refuseEverybody()
        #expect(outcome(&state, request(secret)) == "unavailable")
        state.replace(by: [maria])
        #expect(outcome(&state, request(secret)) == "admitted \(maria.id)")
        var open = ownersServer()
        open.refuseEverybody()
        #expect(outcome(&open, request(.testOwner)) == "unavailable")
        let unknown = open.exchangeOwnerKey()
        #expect(unknown == nil)
        open.replace(by: [])
        #expect(outcome(&open, request(.testOwner)) == "admitted owner")
        var everybody = AccessState(tokens: [], rule: .everybody, limits: RequestLimits())
        everybody.refuseEverybody()
        everybody.replace(by: [maria])
        #expect(outcome(&everybody, request()) == "open")
    }

    @Test func `A signature is valid for its image and its token alone, and as long as the token`() throws {
        let (maria, _) = try token("maria")
        let (bob, _) = try token("bob")
        var state = AccessState(tokens: [maria, bob], rule: .invited, limits: RequestLimits())
        let signature = ImageSigner(maria).signature(of: image, .medium)
        let query = "token=\(signature.tokenID)&signature=\(signature.text)"
        #expect(outcome(&state, request(query: query, image: image)) == "admitted \(maria.id)")
        #expect(outcome(&state, request(query: "x=1&\(query)", image: image)) == "admitted \(maria.id)")

        #expect(outcome(&state, request(query: query, image: UUID())) == "unauthorized")
        #expect(outcome(&state, request(query: query, image: nil)) == "unauthorized")
        for wrong in [
            "token=\(bob.id)&signature=\(signature.text)", "token=\(maria.id)", "signature=\(signature.text)",
            "token=\(maria.id)&signature=", query + "A", "\(query)&\(query)", String(query.dropLast()),
            "token=\(maria.id)&signature=\(signature.text.lowercased() == signature.text ? "" : signature.text.lowercased())",
        ] {
            #expect(outcome(&state, request(query: wrong, image: image)) == "unauthorized", "\(wrong)")
        }
        state.replace(by: [bob])
        #expect(outcome(&state, request(query: query, image: image)) == "unauthorized")
    }

    @Test(arguments: [nil, "480", "2048", "original"] as [String?])
    func `The signature of one size opens no other size`(signed: String?) throws {
        let maria = try token("maria").token
        var state = AccessState(tokens: [maria], rule: .invited, limits: RequestLimits())
        let size = try #require(ServedSize(query: signed.map { "size=\($0)" } ?? ""))
        let signature = ImageSigner(maria).signature(of: image, size).query
        for asked in [nil, "480", "2048", "original", "1", "480&size=original"] as [String?] {
            let query = (asked.map { "size=\($0)&" } ?? "") + signature
            let expected = asked == signed ? "admitted \(maria.id)" : "unauthorized"
            #expect(outcome(&state, request(query: query, image: image)) == expected, "\(query)")
        }
    }

    @Test
    func `The signature of an image is always the same for a token, and differs by image, size and token`() throws {
        let (maria, bob) = (try token("maria").token, try token("bob").token)
        let signer = ImageSigner(maria)
        let sizes: [ServedSize] = [.small, .medium, .large, .original]
        let signatures = sizes.map { signer.signature(of: image, $0) }
        #expect(signatures == sizes.map { ImageSigner(maria).signature(of: image, $0) })
        #expect(signatures.allSatisfy { $0.text.utf8.count == 22 })
        let others = [signer.signature(of: UUID(), .medium), ImageSigner(bob).signature(of: image, .medium)]
        #expect(Set((others + signatures).map(\.text)).count == 6)
    }

    @Test func `A token beyond its rate waits; others and their addresses don't`() throws {
        let (maria, secret) = try token("maria")
        let (bob, other) = try token("bob")
        var limits = RequestLimits()
        limits.byToken = RequestRate(burst: 2, perSecond: 1)
        var state = AccessState(tokens: [maria, bob], rule: .invited, limits: limits)
        let asked = request(secret, from: "192.0.2.1")
        #expect(
            (0..<3).map { _ in outcome(&state, asked) } == ["admitted \(maria.id)", "admitted \(maria.id)", "wait 1"])
        #expect(outcome(&state, request(other, from: "192.0.2.1")) == "admitted \(bob.id)")
        #expect(outcome(&state, asked, at: time + .seconds(1)) == "admitted \(maria.id)")
    }

    @Test func `An address beyond its rate waits, a /64 block of IPv6 counting as one; this machine's own doesn't`() {
        var limits = RequestLimits()
        limits.byAddress = RequestRate(burst: 1, perSecond: 1)
        var state = AccessState(tokens: [], rule: .everybody, limits: limits)
        #expect(outcome(&state, request(from: "192.0.2.1")) == "open")
        #expect(outcome(&state, request(from: "192.0.2.1")) == "wait 1")
        #expect(outcome(&state, request(from: "192.0.2.2")) == "open")
        #expect(outcome(&state, request(from: "2001:db8:0:1::1")) == "open")
        #expect(outcome(&state, request(from: "2001:db8:0:1::2")) == "wait 1")
        #expect(outcome(&state, request(from: "2001:db8:0:2::1")) == "open")
        for _ in 0..<3 { #expect(outcome(&state, request()) == "open") }
    }

    @Test func `Refused requests have a rate of their own for each address, which keeps out no valid token`() throws {
        let (maria, secret) = try token("maria")
        var limits = RequestLimits()
        limits.refused = RequestRate(burst: 2, perSecond: 1)
        var state = AccessState(tokens: [maria], rule: .invited, limits: limits)
        for address in ["192.0.2.1", nil] {
            let wrong = request(TokenSecret("wrong"), from: address)
            #expect((0..<3).map { _ in outcome(&state, wrong) } == ["unauthorized", "unauthorized", "wait 1"])
            #expect(outcome(&state, request(secret, from: address)) == "admitted \(maria.id)")
        }
        #expect(outcome(&state, request(from: "192.0.2.2")) == "unauthorized")
    }

    @Test func `A valid token is accepted however many requests of its address are refused`() throws {
        let (maria, secret) = try token("maria")
        var state = AccessState(tokens: [maria], rule: .invited, limits: RequestLimits())
        let signature = ImageSigner(maria).signature(of: image, .medium).query
        for wrong in [request(from: "192.0.2.1"), request(TokenSecret("wrong"), from: "192.0.2.1")] {
            for _ in 0..<20_000 { _ = state.admit(wrong, at: time) }
            #expect(outcome(&state, wrong) == "wait 1")
            #expect(outcome(&state, request(secret, from: "192.0.2.1")) == "admitted \(maria.id)")
            #expect(
                outcome(&state, request(query: signature, image: image, from: "192.0.2.1")) == "admitted \(maria.id)")
        }
    }

    @Test func `Of the uses of a token, one a minute is saved`() throws {
        let maria = try token("maria").token
        var state = AccessState(tokens: [maria], rule: .invited, limits: RequestLimits())
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let saved = [0.0, 59, 60, 61, 119, 121, -3600].map { state.noteUse(of: maria.id, at: date + $0) }
        #expect(saved == [true, false, true, false, false, true, true])
    }
}
