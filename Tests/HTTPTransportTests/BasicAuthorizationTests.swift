import Foundation
import HTTPTransport
import Testing

@Suite struct BasicAuthorizationTests {
    @Test("N011 User and password are percent-decoded and encoded as Basic authorization")
    func test_fieldValue_encodesDecodedUserInfo() throws {
        let url = try #require(URL(string: "https://us%3Aer:p%40ss%20w%C3%B6rd@a-host.com/a"))
        let authorization = BasicAuthorization(userInfoOf: url)

        #expect(authorization == BasicAuthorization(user: "us:er", password: "p@ss wörd"))
        #expect(authorization?.fieldValue == "Basic \(Data("us:er:p@ss wörd".utf8).base64EncodedString())")
    }

    @Test("N011 A URL without user info has no authorization, and a URL without a password has an empty password")
    func test_init_readsMissingParts() throws {
        func authorization(_ text: String) throws -> BasicAuthorization? {
            BasicAuthorization(userInfoOf: try #require(URL(string: text)))
        }
        #expect(try authorization("https://a-host.com") == nil)
        #expect(try authorization("https://@a-host.com") == nil)
        #expect(try authorization("https://user@a-host.com") == BasicAuthorization(user: "user", password: ""))
        #expect(try authorization("https://:key@a-host.com") == BasicAuthorization(user: "", password: "key"))
    }

    @Test("N011 No description shows the user or the password")
    func test_description_hidesEverything() {
        let authorization = BasicAuthorization(user: "a user", password: "a password")
        var dumped = ""
        dump([authorization], to: &dumped)
        for text in ["\(authorization)", String(reflecting: authorization), "\([authorization])", dumped] {
            #expect(!text.contains("a user"))
            #expect(!text.contains("a password"))
            #expect(!text.contains(authorization.fieldValue.dropFirst(6)))
        }
    }

    @Test("N011 A URL without its user info keeps everything else")
    func test_withoutUserInfo_keepsTheRest() throws {
        let url = try #require(URL(string: "https://us%3Aer:p%40ss@a-host.com:8443/a%20b/?c=%2B#d"))
        #expect(url.withoutUserInfo.absoluteString == "https://a-host.com:8443/a%20b/?c=%2B#d")
        let plain = try #require(URL(string: "https://a-host.com/a?"))
        #expect(plain.withoutUserInfo == plain)
    }
}
