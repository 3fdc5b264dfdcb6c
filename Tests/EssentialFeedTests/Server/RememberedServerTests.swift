import EssentialFeed
import Foundation
import Testing

@Suite struct RememberedServerTests {
    @Test(
        "A server is remembered as text: by its address without name and password, or by its folder",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080"),
            (
                "https://maria:secret@photos.example.com/album/", "https://photos.example.com/album",
                "photos.example.com/album"
            ),
            ("file:///home/maria/My%20Photos", "file:///home/maria/My%20Photos/", "My Photos"),
        ])
    func textIsRead(text: String, expected: String, name: String) throws {
        let server = try RememberedServer(text)
        #expect(server.text == expected)
        #expect(server.name == name)
        #expect(try RememberedServer(server.text) == server)
    }

    @Test(
        arguments: [
            "", "two words", "gopher://old", "file://elsewhere/photos", "file:photos",
            String(repeating: "a", count: 1 << 20), "http://example.com/" + String(repeating: "a", count: 2_048),
            "file:///" + String(repeating: "a", count: 2_048),
        ])
    func `Text that is neither an address nor a folder on this machine is refused`(text: String) {
        #expect(throws: ServerAddressError.self) { try RememberedServer(text) }
    }

    @Test func `A server is listed once, in the order in which servers came, and one of them is shown`() throws {
        let (first, second) = (try RememberedServer("http://first.com"), try RememberedServer("http://second.com"))
        var servers = RememberedServers([first, second, first])
        #expect(servers.all == [first, second])
        #expect(servers.current == nil)
        servers.show(second)
        servers.show(.folder(path: "/photos"))
        servers.show(first)
        #expect(servers.all == [first, second, .folder(path: "/photos/")])
        #expect(servers.current == first)
        #expect(RememberedServers([first], current: second).all == [first, second])
    }

    @Test func `A server has the name that the user gives it, on one line, or else its own`() throws {
        let server = try RememberedServer("http://photos.example.com")
        var servers = RememberedServers([server])
        #expect(servers.name(of: server) == "photos.example.com")
        for (given, name) in [
            ("Maria", "Maria"), ("  Maria\u{202E}\n & friends ", "Maria & friends"), ("", "photos.example.com"),
            (" \n ", "photos.example.com"), (String(repeating: "a", count: 10_000), String(repeating: "a", count: 100)),
        ] {
            servers.rename(server, to: given)
            #expect(servers.name(of: server) == name)
        }
        let other = RememberedServer.folder(path: "/photos")
        servers.rename(other, to: "Mine")
        #expect(servers.name(of: other) == "photos", "only servers in the list have names")
    }

    @Test func `The server after a removed one takes its place, and restoring puts it back where it was`() throws {
        let all = try ["http://a.com", "http://b.com", "http://c.com"].map { try RememberedServer($0) }
        for (position, next) in [(0, 1), (1, 2), (2, 1)] {
            var servers = RememberedServers(all, current: all[position], names: [all[0]: "Maria"])
            let removed = servers.remove(all[position])
            let removal = try #require(removed)
            #expect(servers.current == all[next])
            #expect(!servers.all.contains(all[position]))
            servers.restore(removal)
            #expect(servers == RememberedServers(all, current: all[position], names: [all[0]: "Maria"]))
        }
        var servers = RememberedServers(all)
        let removals = all.reversed().map { servers.remove($0) }
        for removal in removals { servers.restore(try #require(removal)) }
        #expect(Set(servers.all) == Set(all) && servers.all.count == 3)
        let again = servers.remove(all[1])
        servers.show(all[1])
        servers.restore(try #require(again))
        #expect(servers.all.count == 3, "it was added again in the meantime")
        var alone = RememberedServers([all[0]], current: all[0])
        let removed = alone.remove(all[0])
        let removal = try #require(removed)
        #expect(alone == RememberedServers())
        #expect(alone.remove(all[0]) == nil)
        alone.restore(removal)
        #expect(alone.current == all[0])
    }
}
