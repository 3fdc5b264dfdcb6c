import Foundation
import Testing

@testable import EssentialFeedServer

@Suite struct RequestCredentialsTests {
    private func secret(_ authorization: String?) -> String? {
        RequestCredentials(authorization: authorization, query: "").secret?.text
    }

    private func basic(_ pair: String) -> String {
        "Basic \(Data(pair.utf8).base64EncodedString())"
    }

    @Test func `A secret is read from Bearer, or from Basic as the password of any user name`() {
        #expect(secret("Bearer a-secret") == "a-secret")
        #expect(secret("bearer   a-secret ") == "a-secret")
        for user in ["maria", "", "somebody else", "ä"] { #expect(secret(basic("\(user):a-secret")) == "a-secret") }
        #expect(secret(basic("maria:a:b")) == "a:b")
        #expect(secret(basic("maria:").lowercased().replacing("basic", with: "BASIC")) != "a-secret")
    }

    @Test(
        arguments: [
            nil, "", " ", "Bearer", "Bearer ", "Basic", "Basic ", "Basic !!!", "Basic bWFyaWE", "Digest a", "a-secret",
            "Basic /////w==", "Bearera-secret",
        ])
    func `Any other authorization has no secret`(authorization: String?) {
        #expect(secret(authorization) == nil)
    }
}
