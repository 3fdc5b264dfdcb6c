import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// How the app begins and ends: settings, addresses, a second start, signals.
extension AppTests {
    @Test func `App: the first start asks for the address, focused, and remembers one that answers`() async throws {
        let server = try await home.serve(PhotoFolder(count: 2))
        let nobody = LoopbackAddress.any() + ":9"
        let window = try await window(home, at: nil)
        try await window.wait(for: "the focus on the address") { window in
            window.first { $0.role == .entry && $0.name == "Invitation link or address" && $0.isShowing }
                .flatMap { entry in entry.first { $0.isFocused }.map { _ in () } }
        }
        try await window.connect(to: nobody)
        try await window.see("that nobody answers") {
            $0.label.hasPrefix("Couldn’t connect to the server: nothing answers")
        }
        #expect(try home.settings()["address"] == nil)
        #expect(!FileManager.default.fileExists(atPath: home.cacheFolder.path))

        try await window.connect(to: server.address.replacing("http://", with: ""))
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(await window.close().status == 0)
        #expect(try home.settings()["address"] as? String == server.address)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.cacheFolder.path).count == 1)
        await server.stop()
    }

    @Test func `App: what a killed app left beside its own files is removed at the start, nothing else`() async throws {
        let folders = ["config/essential-feed", ".local/state/essential-feed"].map {
            home.folder.url.appending(path: $0, directoryHint: .isDirectory)
        }
        let (leftover, other) = (".\(UUID()).part", ".my-notes.part")
        for folder in folders {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in [leftover, other] { try Data("{".utf8).write(to: folder.appending(path: name)) }
        }
        let window = try await window(home, at: nil, height: 700)
        try await window.wait(for: "the focus on the address") { window in
            window.first { $0.role == .entry && $0.isShowing }
                .flatMap { entry in entry.first { $0.isFocused }.map { _ in () } }
        }
        // Closing waits for the app's own files.
        #expect(await window.close().status == 0)
        for folder in folders {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.contains(other) && !names.contains(leftover), "\(names)")
        }
    }

    @Test func `App: the error page leads to another server, and Cancel, Escape and Alt+Left lead back`() async throws {
        let server = try await home.serve(PhotoFolder(count: 2))
        let window = try await window(home, at: "http://\(LoopbackAddress.any()):9")
        _ = try await AppWindow.FeedPage.shown(in: window, "an error page") { $0.status != nil }
        for leave in [
            { try await window.press("Cancel") }, { try await window.pressKey(.escape) },
            { try await window.pressKey(.left, withAlt: true) },
        ] {
            try await window.press("Change Server…")
            try await window.see("the address") {
                $0.role == .entry && $0.name == "Invitation link or address" && $0.isShowing
            }
            try await leave()
            _ = try await AppWindow.FeedPage.shown(in: window, "the error page") { $0.status != nil }
        }
        try await window.press("Change Server…")
        try await window.connect(to: server.address)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(await window.close().status == 0)
        await server.stop()
    }

    @Test func `App: connecting is cancelled by Alt+Left, ending the request; another address connects`() async throws {
        let slow = try await LyingServer()
        slow.answerEverything(with: .hang)
        let server = try await home.serve(PhotoFolder(count: 2))
        let window = try await window(home, at: nil)
        try await window.connect(to: slow.url().absoluteString)
        _ = try await slow.requests.wait(for: 1)
        try await window.pressKey(.left, withAlt: true)
        _ = try await slow.departures.wait(for: 1)
        try await window.connect(to: server.address)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(await window.close().status == 0)
        #expect(try home.settings()["address"] as? String == server.address)
        await server.stop()
        try await slow.stop()
    }

    @Test func `App: a demo that cannot start is named as such; it starts once its folder is mended`() async throws {
        let demo = try PhotoFolder(count: 2)
        let document = demo.folder.url.appending(path: "feed.yaml")
        let whole = try Data(contentsOf: document)
        try whole.dropLast().write(to: document)
        let window = try await window(home, at: nil, environment: ["ESSENTIAL_FEED_DEMO": demo.path])
        try await window.chooseRow("Demo")
        let message = "Couldn’t start the demo. Try again, or connect to a server."
        try await window.see(message) { $0.label == message }
        try whole.write(to: document)
        try await window.chooseRow("Demo")
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(await window.close().status == 0)
        #expect(try home.settings()["address"] == nil)
    }

    @Test func `App: text in ESSENTIAL_FEED_URL that isn't an address is logged, the last server shown`() async throws {
        let server = try await home.serve(PhotoFolder(count: 1))
        let address = server.address
        try home.writeSettings(
            #"{"width":480,"height":700,"servers":["\#(address)"],"currentServer":"\#(address)"}"#)
        let window = try await window(
            home, at: nil, arguments: ["-v"], environment: ["ESSENTIAL_FEED_URL": "gopher://old"])
        _ = try await AppWindow.FeedPage.complete(in: window, count: 1)
        let result = await window.close()
        #expect(result.status == 0)
        #expect(result.errors.contains("gopher://old"), "\(result.errors)")
        await server.stop()
    }

    @Test func `App: a call with an address that isn't one ends with 64 and says what to write instead`() async throws {
        let wrong = try await Program(environment: home.environment)
            .run(["--url", "gopher://old"], of: "essential-feed-app")
        #expect(wrong.status == 64)
        #expect(
            wrong.errors
                == "essential-feed-app: gopher://old isn’t a server address; write it like https://photos.example.com\n"
        )
        let proxied = try await Program(environment: home.environment.merging(["http_proxy": "gopher://old"]) { $1 })
            .run([], of: "essential-feed-app")
        #expect(proxied.status == 64)
        #expect(
            proxied.errors
                == "essential-feed-app: http_proxy isn’t a proxy address; write it like http://proxy:3128\n"
        )
    }

    @Test func `App: a server is shown once the user trusts its certificate, as the next start does`() async throws {
        let server = try await LyingServer(certificate: .localhost)
        // Each page is the first one, which ends the feed.
        server.answer("/feed", with: Self.feed([(UUID().uuidString, "here", server.url("/a"))]))
        server.answer("/a", with: .response(body: anyPNG(salt: 1)))
        let address = server.url().absoluteString
        let first = try await window(home, at: nil, height: 900)
        try await first.connect(to: address)
        try await first.wait(inAnyWindowFor: "the question with the fingerprint") { app in
            let fingerprint = TestCertificate.localhost.fingerprint
            return app.first { $0.label.contains("\n\n\(fingerprint)") && $0.isShowing }.map { _ in () }
        }
        #expect(server.requests.events.isEmpty)
        try await first.pressOneOfLibadwaita("Trust This Server")
        _ = try await AppWindow.FeedPage.complete(in: first, count: 1)
        #expect(await first.close().status == 0)
        let settings = try home.settings()["trustedCertificates"] as? [String: String]
        #expect(settings == [address: TestCertificate.localhost.fingerprint])
        let second = try await window(home, at: nil, height: 900)
        _ = try await AppWindow.FeedPage.complete(in: second, count: 1)
        #expect(await second.close().status == 0)

        // The settings trust another certificate.
        let other = Home()
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        try other.writeSettings(#"{"width":480,"height":900,"trustedCertificates":{"\#(address)":"\#(fingerprint)"}}"#)
        let requests = server.requests.events.count
        let third = try await window(other, at: nil, height: 900)
        try await third.connect(to: address)
        try await third.see("the refusal", inAnyWindow: true) {
            $0.label == "The Server’s Certificate Has Changed" && $0.isShowing
        }
        #expect(server.requests.events.count == requests)
        #expect(await third.close().status == 0)
        #expect(try other.settings()["trustedCertificates"] as? [String: String] == [address: fingerprint])
        try await server.stop()
    }

    @Test(
        "App: a 401 asks for a name and a password once, and they are saved for that server, or in the keyring",
        arguments: [false, true])
    func appAsksForSignIn(hasKeyring: Bool) async throws {
        let server = try await LyingServer()
        let feed = Self.feed([(UUID().uuidString, "here", server.url("/image"))])
        server.answer("/feed", with: .json("{}", status: 401), feed, feed, Self.end, feed, Self.end)
        server.answer("/image", with: .response(body: anyPNG()))
        let environment = hasKeyring ? home.keyring : [:]
        let window = try await window(home, at: nil, height: 900, environment: environment)
        try await window.connect(to: server.url().absoluteString)
        try await window.type("maria", into: "Name")
        try await window.type("secret word", into: "Password")
        try await window.press("Sign In")
        _ = try await AppWindow.FeedPage.complete(in: window, count: 1)
        #expect(await window.close().status == 0)
        let tellers = try home.files().filter { $0.data.range(of: Data("secret".utf8)) != nil }.map(\.name)
        #expect(tellers == (hasKeyring ? [] : ["sign-ins.json"]))

        let second = try await self.window(home, at: nil, height: 900, environment: environment)
        _ = try await AppWindow.FeedPage.complete(in: second, count: 1)
        #expect(await second.close().status == 0)
        let authorizations = server.requests.events.map { $0["Authorization"] }
        let expected = "Basic \(Data("maria:secret word".utf8).base64EncodedString())"
        #expect(authorizations.first == .some(nil))
        #expect(authorizations.count > 4)
        #expect(authorizations.dropFirst().allSatisfy { $0 == expected })

        server.answer("/feed", with: .json("{}", status: 401))
        let again = try await self.window(home, at: nil, height: 900, environment: environment)
        try await again.wait(for: "the focus on the name, and that the server doesn't accept it") { window in
            let name = window.first { $0.role == .entry && $0.name == "Name" && $0.isShowing }
            let refusal = window.first { $0.label.hasPrefix("The server doesn’t accept this name") }
            return refusal.flatMap { _ in name?.first { $0.isFocused } }.map { _ in () }
        }
        try await again.pressKey(.escape)
        let saved = try await AppWindow.FeedPage.shown(in: again, "the saved feed") { !$0.cards.isEmpty }
        #expect(saved.note?.hasPrefix("The saved feed.") == true)
        #expect(await again.close().status == 0)
        try await server.stop()
    }

    @Test(
        "App: the link given at the start is saved once it has worked, and the terminal program uses it, too",
        arguments: [(false, false), (true, false), (false, true)])
    func appSavesLinkOfStart(hasKeyring: Bool, isInEnvironment: Bool) async throws {
        let server = try await home.serve(PhotoFolder(count: 2), isPublic: false)
        let link = try await home.invite("maria")
        let environment = hasKeyring ? home.keyring : [:]
        let window = try await window(
            home, at: isInEnvironment ? nil : link,
            environment: isInEnvironment ? ["ESSENTIAL_FEED_URL": link] : environment)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        #expect(await window.close().status == 0)
        #expect(try home.settings()["address"] as? String == server.address)

        let surroundings = AppWindow.surroundings(home: home.folder.url).merging(environment) { $1 }
        let result = try await Program(environment: surroundings).run(["feed", "--json"])
        #expect(result.errors.isEmpty, "\(result.errors)")
        let feed = try PrintedFeed(result)
        #expect(feed.source == "remote")
        #expect(feed.items.count == 2)
        await server.stop()
    }

    @Test func `App: an invitation's link is enough, even offline; at its end, another is asked for`() async throws {
        let server = try await LyingServer()
        let feed = Self.feed([(UUID().uuidString, "here", server.url("/image"))])
        server.answer("/feed", with: feed)
        server.answer("/image", with: .response(body: anyPNG()))
        func link(_ secret: String) -> String {
            server.url().absoluteString.replacing("http://", with: "http://maria:\(secret)@")
        }
        let window = try await window(home, at: nil, height: 900)
        try await window.connect(to: link("first"))
        _ = try await AppWindow.FeedPage.complete(in: window, count: 1)
        #expect(await window.close().status == 0)
        #expect(try home.settings()["address"] as? String == server.url().absoluteString)

        server.answer("/feed", with: .json("{}", status: 401))
        let again = try await self.window(home, at: nil, height: 900)
        let ended = "Your invitation has ended. Ask for a new link."
        let entries = try await again.wait(for: ended) { window in
            let all = window.all { $0.isShowing }
            return all.contains { $0.label == ended } ? all.filter { $0.role == .entry }.map(\.name) : nil
        }
        #expect(entries == ["Invitation link or address"])
        try await again.pressKey(.escape)
        _ = try await AppWindow.FeedPage.shown(in: again, "the saved feed") { !$0.cards.isEmpty }
        try await again.see("why the feed is a saved one") { $0.label == ended && $0.isShowing }
        server.answer("/feed", with: feed)
        try await again.chooseFromMenu("Add Server…")
        try await again.connect(to: link("second"))
        _ = try await AppWindow.FeedPage.complete(in: again, count: 1)
        #expect(await again.close().status == 0)
        let sent = "Basic \(Data("maria:second".utf8).base64EncodedString())"
        #expect(server.requests.events.last?["Authorization"] == sent)
        try await server.stop()

        let offline = try await self.window(home, at: nil, height: 900)
        let saved = try await AppWindow.FeedPage.shown(in: offline, "the saved feed") { $0.note != nil }
        #expect(saved.note?.hasPrefix("Offline. Saved ") == true)
        #expect(saved.cards.count == 1)
        #expect(await offline.close().status == 0)
    }

    @Test func `App: a second start with another address shows it in the first window, no file touched`() async throws {
        let server = try await home.serve(PhotoFolder(count: 1))
        let other = try await home.serve(PhotoFolder(count: 3, salt: 40))
        let first = try await window(home, at: server.address)
        _ = try await AppWindow.FeedPage.complete(in: first, count: 1)
        let folder = home.folder.url.appending(path: "other cache")
        let second = try await window(home, at: other.address, arguments: ["--cache-dir", folder.path])
        #expect(await second.program.result().status == 0)
        _ = try await AppWindow.FeedPage.complete(in: first, count: 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        #expect(await first.close().status == 0)
        #expect(try home.settings()["address"] as? String == other.address)
        await server.stop()
        await other.stop()
    }

    @Test func `App: started by the session's bus, it shows a window when a launcher asks for one`() async throws {
        let server = try await home.serve(PhotoFolder(count: 2))
        let window = try await AppWindow(
            desktop: desktop, address: server.address, cacheFolder: home.cacheFolder.path, home: home.folder.url,
            environment: ["XDG_CACHE_HOME": home.folder.path + "/cache"], isService: true)
        let name = "org.essentialfeed.EssentialFeed"
        try await TestProgram.succeed(["gdbus", "wait", "--session", "--timeout", "300", name])
        for _ in 0..<2 {
            try await TestProgram.succeed([
                "gdbus", "call", "--session", "--dest", name, "--object-path",
                "/" + name.replacing(".", with: "/"), "--method", "org.freedesktop.Application.Activate", "{}",
            ])
            _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        }
        #expect(await window.close().status == 0)
        await server.stop()
    }

    @Test func `App: a start while the first app ends gets a window of its own`() async throws {
        let (server, first, _) = try await showPhotos(1, height: 700)
        // A stopped process keeps its name on the bus.
        first.program.send(SIGSTOP)
        first.program.send(SIGTERM)
        let second = try await window(home, at: server.address, height: 700)
        try await second.program.hasThread("gdbus")
        first.program.send(SIGCONT)
        let ended = await first.program.result()
        #expect(ended.status == 0 && ended.errors.isEmpty)
        _ = try await AppWindow.FeedPage.complete(in: second, count: 1)
        #expect(await second.close().status == 0)
        await server.stop()
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `App: a second signal ends it, even when its main loop is blocked`(number: Int32) async throws {
        // The app waits only for the session's bus, which doesn't answer.
        let bus = try MuteSocket(in: home.folder.url)
        let window = try await window(home, at: nil, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus.path)"])
        await bus.connection()
        window.program.send(number)
        try await window.program.hasTakenSignal(number)
        window.program.send(number)
        #expect(await window.program.result().status == 128 + number)
    }

    @Test func `App: it ends in order when its terminal is closed, unless nohup has it go on`() async throws {
        let (server, window, _) = try await showPhotos(1, height: 700)
        // The shell and the kernel send one each. The first restores the default of the other signals.
        window.program.send(SIGHUP)
        try await window.program.hasTakenSignal(SIGTERM)
        window.program.send(SIGHUP)
        #expect(await window.program.result().status == 0)
        let ignoring = try await TestProgram.start(
            ["nohup", Program.url(of: "essential-feed-app").path],
            environment: AppWindow.surroundings(home: home.folder.url))
        try await desktop.wait(for: "the window", of: ignoring.processID) { _ in () }
        #expect(try ignoring.has(SIGHUP, in: "SigIgn"))
        ignoring.send(SIGTERM)
        #expect(await ignoring.result().status == 0)
        await server.stop()
    }

    @Test func `B259 App: closed while everything loads, it ends at once and cleanly`() async throws {
        let server = try await LyingServer()
        server.answer("/feed", with: .hang)
        let window = try await window(home, at: server.url().absoluteString, height: 700)
        _ = try await server.requests.wait(for: 1)
        #expect(await window.close().status == 0)
        try await server.stop()
    }

    @Test func `App: it goes online by itself when the server returns, while the window is active`() async throws {
        let photos = try PhotoFolder(count: 2)
        let server = try await home.serve(photos)
        let window = try await window(home, at: server.address, height: 1_000)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        // A key brings the pointer into the window, and, without a window manager, the focus with it.
        try await window.pressKey(.tab)
        await server.stop()
        try await window.press("Refresh")
        let offline = try await AppWindow.FeedPage.shown(in: window, "an offline note") { $0.note != nil }
        #expect(offline.note?.hasPrefix("Offline. Saved ") == true)
        try await window.wait(for: "the reason and a retry") { window in
            let labels = window.all { $0.isShowing }.map(\.label)
            return labels.contains("Nothing answers at the server’s address.") && labels.contains("Try Again")
                ? () : nil
        }
        let again = try await home.serve(photos, host: server.host, port: server.port)
        _ = try await AppWindow.FeedPage.shown(in: window, "no note") { $0.note == nil && $0.cards.count == 2 }
        #expect(await window.close().status == 0)
        await again.stop()
    }

    @Test func `App: the window reports an unusable cache folder, once`() async throws {
        let server = try await home.serve(PhotoFolder(count: 2))
        try FileManager.default.createDirectory(at: home.folder.url, withIntermediateDirectories: true)
        try Data().write(to: home.cacheFolder)
        let window = try await window(home, at: server.address, height: 1_400)
        let told = "Nothing new can be saved in \(home.cacheFolder.path)"
        try await window.see(told) { $0.label == told }
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        let count = try await window.wait(for: "the window") { window in window.all { $0.label == told }.count }
        #expect(count == 1)
        #expect(await window.close().status == 0)
        await server.stop()
    }
}

extension AppWindow {
    /// Replaces the address and connects.
    func connect(to address: String) async throws {
        try await type(address, into: "Invitation link or address")
        try await press("Connect")
    }

    func type(_ text: String, into entry: String) async throws {
        try await wait(for: "the entry '\(entry)'") { window in
            window.first { $0.role == .entry && $0.name == entry && $0.isShowing }?
                .all().first { $0.type(text) }.map { _ in () }
        }
    }
}

extension TestProgram {
    /// Waits until the process has a thread with the name.
    func hasThread(_ name: String) async throws {
        try await wait(for: "a thread \(name)") {
            let tasks = "/proc/\(processID)/task"
            return try FileManager.default.contentsOfDirectory(atPath: tasks)
                .contains { try String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8) == "\(name)\n" }
        }
    }

    /// Waits until the process has handled the signal and restored its default action.
    func hasTakenSignal(_ number: Int32) async throws {
        try await wait(for: "signal \(number) to be taken") { try !has(number, in: "SigCgt") }
    }

    /// Returns whether the process has the signal among those that it catches (`SigCgt`) or ignores (`SigIgn`).
    func has(_ number: Int32, in mask: String) throws -> Bool {
        let status = try String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(mask):") })
        let signals = UInt64(line.dropFirst(mask.count + 1).trimmingCharacters(in: .whitespaces), radix: 16)
        return try #require(signals) & (1 << (number - 1)) != 0
    }

    /// Polls, because Linux reports no changes in `/proc`.
    private func wait(for what: String, _ isSo: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(300)
        while try !isSo() {
            guard ContinuousClock.now < deadline else { throw TimedOut("no \(what)") }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

/// A socket that accepts connections and never answers.
private final class MuteSocket: Sendable {
    let path: String
    private let descriptor: Int32

    init(in folder: URL) throws {
        path = folder.appending(path: "bus").path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        precondition(bytes.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 && listen(descriptor, 8) == 0
            }
        }
        try #require(isBound)
    }

    deinit {
        close(descriptor)
    }

    /// Waits for a connection and leaves it open.
    func connection() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [descriptor] in
                _ = accept(descriptor, nil, nil)
                continuation.resume()
            }
        }
    }
}
