import EssentialFeed
import Foundation
import TestSupport
import Testing

@Suite(.detectsHangs) struct WebLinkTests {
    @Test(
        "An address with http or https is a link to itself",
        arguments: [
            "http://example.com", "https://example.com/a/b.html?c=d&e=f#g", "http://localhost:8080/",
            "http://127.0.0.1",
            "https://a-b.example.com:65535/~user/(x)", "http://xn--mnchen-3ya.de/",
            "http://example.com/a%20b",
            "https://example.com/?u=http://other.com@x",
        ])
    func initTakesAddresses(text: String) throws {
        let link = try #require(WebLink(text))
        #expect(link.address == text)
        #expect(link.isWrittenOut)
        #expect(text.contains("//\(link.host)"))
    }

    @Test(
        "Where an address has other letters than ASCII, the link has it as name servers know it, and says so",
        arguments: [
            ("http://münchen.de/straße", "http://xn--mnchen-3ya.de/stra%C3%9Fe", "xn--mnchen-3ya.de"),
            ("https://аррӏе.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"),
            ("http://ελλάδα.ελ", "http://xn--hxakic4aa.xn--qxam", "xn--hxakic4aa.xn--qxam"),
            ("http://example.com/אבג/good.com", "http://example.com/%D7%90%D7%91%D7%92/good.com", "example.com"),
            ("http://e\u{301}.com", "http://xn--9ca.com", "xn--9ca.com"),
        ])
    func initShowsOtherLettersHonestly(text: String, address: String, host: String) throws {
        let link = try #require(WebLink(text))
        #expect(link.address == address)
        #expect(link.host == host)
        #expect(!link.isWrittenOut)
    }

    @Test(
        "What isn't an address of that kind, or could be misread, is no link",
        arguments: [
            "", "http://", "http:///path", "https://?q", "http:example.com", "//example.com", "example.com",
            "javascript:alert(1)", "javascript://example.com/%0Aalert(1)", "file:///etc/passwd", "data:text/html,x",
            "ftp://example.com", "mailto:a@b.com", "http://good.com@evil.com", "http://user:pass@evil.com/",
            "http://@evil.com", "http://good.com:80@evil.com", "http://good.com\\@evil.com",
            "http://good.com\\.evil.com",
            "http://good.com:0/", "http://good.com:65536/", "http://good.com:", "http://good.com:8a/", "http://a..b",
            "http://.", "http://a.com./", "http://-\u{200B}.com", "http://go\u{200B}od.com", "http://good\u{AD}.com",
            "http://good\u{202E}.com", "http://good.com/\u{202E}moc", "http://good.com/\u{200F}a",
            "http://good.com/a b",
            "http://good.com/\u{0}", "http://good.com/\n", "http://good.com/<b>", "http://good.com/\"", "http://[::1]/",
            "http://2130706433/", "http://0x7f.1/", "http://0x7f000001/", "http://127.1/", "http://010.0.0.1/",
            "http://256.0.0.1/", "http://1.2.3.4.5/", "http://good.com/\u{2028}x", "http://good%2Ecom/",
            "http://a⁄b.com/", "http://good。com＠evil.com", "http://go\u{34F}od.com", "http://go\u{3164}od.com",
        ])
    func initRefusesWhatMisleads(text: String) {
        #expect(WebLink(text) == nil)
    }

    @Test func `An address of more than 2,048 characters is no link`() {
        let longest = "http://example.com/".padding(toLength: 2_048, withPad: "a", startingAt: 0)
        #expect(WebLink(longest)?.address == longest)
        #expect(WebLink(longest + "a") == nil)
        #expect(WebLink("http://" + String(repeating: "a", count: 64) + ".com") == nil)
        #expect(WebLink("http://" + String(repeating: "a.", count: 125) + "com") != nil)
        #expect(WebLink("http://" + String(repeating: "a.", count: 126) + "com") == nil)
    }
}
