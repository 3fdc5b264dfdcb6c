import EssentialFeed
import HTTPTransport
import Testing

@Suite struct TypedServerAddressTests {
    @Test(
        "An address without a scheme means https, and on this machine or in a private network also http",
        arguments: [
            ("photos.example.com", ["https://photos.example.com"]),
            (" photos.example.com:8443/essential-feed/v1/ ", ["https://photos.example.com:8443/essential-feed/v1"]),
            ("127.0.0.1:8080", ["https://127.0.0.1:8080", "http://127.0.0.1:8080"]),
            ("127.9.8.7", ["https://127.9.8.7", "http://127.9.8.7"]),
            ("localhost:8080", ["https://localhost:8080", "http://localhost:8080"]),
            ("LOCALHOST", ["https://LOCALHOST", "http://LOCALHOST"]),
            ("photos.localhost", ["https://photos.localhost", "http://photos.localhost"]),
            ("10.1.2.3", ["https://10.1.2.3", "http://10.1.2.3"]),
            ("172.16.0.1", ["https://172.16.0.1", "http://172.16.0.1"]),
            ("172.31.255.255", ["https://172.31.255.255", "http://172.31.255.255"]),
            ("192.168.1.5:80/x", ["https://192.168.1.5:80/x", "http://192.168.1.5:80/x"]),
            ("169.254.1.1", ["https://169.254.1.1", "http://169.254.1.1"]),
            ("[::1]:8080", ["https://[::1]:8080", "http://[::1]:8080"]),
            ("[fd00::5]", ["https://[fd00::5]", "http://[fd00::5]"]),
            ("[fe80::1]", ["https://[fe80::1]", "http://[fe80::1]"]),
            ("172.32.0.1", ["https://172.32.0.1"]),
            ("192.169.1.5", ["https://192.169.1.5"]),
            ("11.0.0.1", ["https://11.0.0.1"]),
            ("[2001:db8::1]", ["https://[2001:db8::1]"]),
            ("10.example.com", ["https://10.example.com"]),
            ("127.0.0.1.example.com", ["https://127.0.0.1.example.com"]),
            ("localhost.example.com", ["https://localhost.example.com"]),
            ("nas", ["https://nas"]),
            ("nas2.local", ["https://nas2.local"]),
            ("HTTP://Photos.example.com", ["http://Photos.example.com"]),
            ("http://127.0.0.1:8080/", ["http://127.0.0.1:8080"]),
            ("https://10.0.0.1", ["https://10.0.0.1"]),
        ])
    func initDeliversWhatTheTextMayMean(text: String, candidates: [String]) throws {
        #expect(try TypedServerAddress(text).candidates.map(\.displayText) == candidates)
    }

    @Test(
        arguments: [
            "", " ", "http://", "https://", "http:host", "http:/user:secret@host", "ftp://host", "file:///etc/passwd",
            "host?limit=1", "host#here", "two words", "htp:/x y", "htp:/x",
            "host/two words", "host:0", "host:70000", "::1", "[::1",
            String(repeating: "a", count: 3_000), String(repeating: "\u{301}", count: 3_000),
        ])
    func `Text that doesn't form an address with any scheme is refused`(text: String) {
        #expect(throws: ServerAddressError.self) { try TypedServerAddress(text) }
    }

    @Test func `A name and a password are sent as Basic authorization and shown nowhere`() throws {
        let plain = try ServerAddress("https://photos.example.com:8443/v1")
        let signedIn = plain.signedIn(SignIn(user: "maria@home", password: "p:ä/ss@?#"))
        #expect(signedIn.authorization == BasicAuthorization(user: "maria@home", password: "p:ä/ss@?#"))
        #expect(signedIn.displayText == plain.displayText)
        #expect(signedIn.origin == plain.origin)
        #expect(plain.signedIn(nil) == plain)
        #expect("\(SignIn(user: "maria", password: "secret"))" == "SignIn")
        var dumped = ""
        dump(SignIn(user: "maria", password: "secret"), to: &dumped)
        #expect(!dumped.contains("secret"))
    }

    @Test func `Others in the network could read a password sent to another computer without encryption`() throws {
        for (address, isExposed) in [
            ("https://photos.example.com", false), ("http://127.0.0.1:8080", false), ("http://192.168.1.5", true),
            ("http://photos.example.com", true),
        ] {
            #expect(try ServerAddress(address).exposesSignIn == isExposed, "\(address)")
        }
    }
}
