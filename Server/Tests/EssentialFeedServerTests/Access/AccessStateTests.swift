import Foundation
import NIOCore
import Testing

@testable import EssentialFeedServer

@Suite struct AccessStateTests {
    private let time = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private let image = UUID()

    private func token(_ name: String) throws -> (token: AccessToken, secret: TokenSecret) {
        let secret = TokenSecret.random()
        return (try AccessToken(for: Invited(name), secret: secret, createdAt: Date()), secret)
    }

    private func request(
        _ secret: TokenSecret? = nil, query: String = "", image: UUID? = nil, from address: String? = nil
    ) -> AccessState.Request {
        AccessState.Request(
            credentials: RequestCredentials(authorization: secret.map { "Bearer \($0.text)" }, query: query),
            image: image, size: ServedSize(query: query),
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
        let signature = ImageSigner(maria).signature(of: image, .medium).query
        var limits = RequestLimits()
        limits.refused = RequestRate(burst: 2, perSecond: 1)
        var state = AccessState(tokens: [maria], rule: .invited, limits: limits)
        for address in ["192.0.2.1", nil] {
            let wrong = request(TokenSecret("wrong"), from: address)
            #expect((0..<3).map { _ in outcome(&state, wrong) } == ["unauthorized", "unauthorized", "wait 1"])
            for valid in [request(secret, from: address), request(query: signature, image: image, from: address)] {
                #expect(outcome(&state, valid) == "admitted \(maria.id)")
            }
        }
        #expect(outcome(&state, request(from: "192.0.2.2")) == "unauthorized")
    }

    @Test func `Of the uses of a token, one a minute is saved`() throws {
        let maria = try token("maria").token
        var state = AccessState(tokens: [maria], rule: .invited, limits: RequestLimits())
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let saved = [0.0, 59, 60, 61, 119, 121, -3600].map { state.noteUse(of: maria.id, at: date + $0) }
        #expect(saved == [true, false, true, false, false, true, true])
    }
}
