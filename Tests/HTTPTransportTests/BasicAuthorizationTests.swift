import Foundation
import HTTPTransport
import HTTPTypes
import Testing

@Suite struct BasicAuthorizationTests {
    @Test func `User and password are percent-decoded and encoded as Basic authorization`() throws {
        let url = try #require(URL(string: "https://us%3Aer:p%40ss%20w%C3%B6rd@a-host.com/a"))
        let authorization = BasicAuthorization(userInfoOf: url)

        #expect(authorization == BasicAuthorization(user: "us:er", password: "p@ss wörd"))
        #expect(authorization?.fieldValue == "Basic \(Data("us:er:p@ss wörd".utf8).base64EncodedString())")
    }

    @Test func `A URL without user info has no authorization; without a password, the password is empty`() throws {
        func authorization(_ text: String) throws -> BasicAuthorization? {
            BasicAuthorization(userInfoOf: try #require(URL(string: text)))
        }
        #expect(try authorization("https://a-host.com") == nil)
        #expect(try authorization("https://@a-host.com") == nil)
        #expect(try authorization("https://user@a-host.com") == BasicAuthorization(user: "user", password: ""))
        #expect(try authorization("https://:key@a-host.com") == BasicAuthorization(user: "", password: "key"))
    }

    @Test func `No description shows the user or the password`() {
        let authorization = BasicAuthorization(user: "a user", password: "a password")
        var dumped = ""
        dump([authorization], to: &dumped)
        for text in ["\(authorization)", String(reflecting: authorization), "\([authorization])", dumped] {
            #expect(!text.contains("a user"))
            #expect(!text.contains("a password"))
            #expect(!text.contains(authorization.fieldValue.dropFirst(6)))
        }
    }

    @Test func `A URL without its user info keeps everything else`() throws {
        let url = try #require(URL(string: "https://us%3Aer:p%40ss@a-host.com:8443/a%20b/?c=%2B#d"))
        #expect(url.withoutUserInfo.absoluteString == "https://a-host.com:8443/a%20b/?c=%2B#d")
        let plain = try #require(URL(string: "https://a-host.com/a?"))
        #expect(plain.withoutUserInfo == plain)
    }

    @Test func `No description of a request shows its user info, its token or its signature`() throws {
        let url = try #require(URL(string: "https://user:s3cret@a-host.com/a%20b?token=s3cret&signature=s3cret#s3cret"))
        let request = DataRequest(url: url, headerFields: [.authorization: "s3cret"])
        #expect("\(request)" == "GET https://a-host.com/a%20b")
        var dumped = ""
        dump(request, to: &dumped)
        for text in [String(reflecting: request), "\([request])", dumped] {
            #expect(!text.contains("s3cret") && !text.contains("user"), "\(text)")
        }
        let plain = try #require(URL(string: "https://a-host.com/a"))
        #expect(plain.withoutSecrets == plain)
        let sized = try #require(URL(string: "https://a-host.com/a?token=s3cret&size=480&signature=s3cret"))
        #expect(sized.withoutSecrets.absoluteString == "https://a-host.com/a?size=480")
    }
}
