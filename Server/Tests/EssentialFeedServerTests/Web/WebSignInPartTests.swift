import EssentialFeed
import Foundation
import HTTPTypes
import Testing

@testable import EssentialFeedServer

/// The parts of signing in.
@Suite struct WebSignInPartTests {
    @Test(
        arguments: [
            "https://photos.example.com/join#maria:abc-_9", "#maria:abc-_9", " abc-_9\n",
            "https://maria:abc-_9@photos.example.com/p", "photos.example.com/join#maria:abc-_9",
            "Here it is: https://photos.example.com/join#maria:abc-_9 see you at 9:30",
            "[photos](https://photos.example.com/join#maria:abc-_9).", "<https://photos.example.com/join#maria:abc-_9>",
            "https://photos.example.com/join%23maria%3Aabc-_9, Maria!",
            "see https://maria:abc-_9@photos.example.com/p.",
            "https://photos.example.com/join#Maria P:abc-_9",
        ])
    func `Web: a person may paste an invitation's link, a message with it, its older form, or the secret`(text: String)
    {
        #expect(JoinLink.secret(in: text)?.text == "abc-_9")
    }

    @Test(
        arguments: [
            "", "https://photos.example.com", "#", "#maria:", "a b", "maria:\u{e9}",
            String(repeating: "a", count: 3_000),
        ])
    func `Web: other texts are no links`(text: String) {
        #expect(JoinLink.secret(in: text) == nil)
    }

    @Test(
        arguments: [
            (
                "https://photos.example.com",
                "__Host-essential-feed=s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
            ),
            (
                "https://example.com/p",
                "__Secure-essential-feed-p=s; Path=/p; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
            ),
            (
                "https://photos.example.com:9443",
                "__Host-essential-feed-9443=s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
            ),
            (
                "http://127.0.0.1:8080/p/q;r",
                "essential-feed-8080-p-q_r=s; Path=/p/q;r; Max-Age=34560000; HttpOnly; SameSite=Lax"
            ),
            ("http://127.0.0.1:8080", "essential-feed-8080=s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"),
        ])
    func `Web: the cookie has the strictest form that the address permits`(address: String, field: String) throws {
        let cookie = SessionCookie(for: try ServerAddress(address))
        #expect(cookie.keeping(TokenSecret("s")) == field)
        let name = try #require(field.split(separator: "=").first)
        var fields = HTTPFields()
        fields[.cookie] = "a=b; \(name)=s; c=d"
        #expect(cookie.value(in: fields) == TokenSecret("s"))
        // Another server of the same host may have planted the second one.
        fields[.cookie] = "\(name)=s; \(name)=t"
        #expect(cookie.value(in: fields) == nil)
    }
}
