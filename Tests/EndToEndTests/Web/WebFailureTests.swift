import Foundation
import TestSupport
import Testing

/// Real browsers while the server fails for a reason that only its log has.
@Suite(.oneAtATime, .sharesBrowsers) struct WebFailureTests {
    private let home = Home()

    /// Changes the database of what friends have written, which the server is using.
    private func change(_ sql: String) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: home.stateFolder.path)
        let name = try #require(names.first { $0.hasPrefix("friends-") && $0.hasSuffix(".sqlite") })
        try await TestProgram.succeed([
            "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1], 300).execute(sys.argv[2])",
            home.stateFolder.appending(path: name).path, sql,
        ])
    }

    /// Waits for an element with a reference, which the server's log has, too.
    private func expectReference(
        in selector: String, after text: String, _ browser: Browser, _ server: ProgramServer
    ) async throws {
        try await browser.wait(for: "/: [0-9A-F]{8}$/.test(document.querySelector('\(selector)')?.textContent)")
        let shown = try #require(try await browser.texts(selector).first)
        #expect(shown.hasPrefix("\(text) "), "\(shown)")
        #expect(shown.contains("If it fails again, tell the owner of the photos this number: "), "\(shown)")
        let reference = shown.suffix(8)
        _ = try await server.errors(containing: "a request failed (\(reference)): ")
    }

    @Test func `A comment and a deletion that the server fails to save show the number of the reason in its log`()
        async throws
    {
        try await home.serveMaria { browser, maria, server in
            try await browser.openComments(maria)
            let photo = try await browser.address
            try await browser.comment("one")
            try await browser.wait(for: "document.querySelector('.conversation .menu') !== null")
            try await change("ALTER TABLE comment RENAME TO absent")
            for selector in [".menu summary", ".menu .delete summary", ".menu [value=delete]"] {
                try await browser.click(".conversation \(selector)")
            }
            try await expectReference(
                in: "#comments .error", after: "This can’t be saved at the moment. Try again later.", browser, server)
            try await browser.comment("two")
            try await expectReference(in: ".pending .state", after: "Not sent yet.", browser, server)

            try await change("ALTER TABLE absent RENAME TO comment")
            try await browser.open(photo)
            try await browser.wait(
                for: """
                    [...document.querySelectorAll(".conversation li:not(.pending) .message")]
                        .slice(-2).map(message => message.innerText).join() === "one,two"
                    """)
            #expect(try await browser.count(".pending, #comments .error") == 0)
        }
    }

    @Test func `The number of a proxy, which the server's log doesn't have, isn't shown`() async throws {
        try await home.serveMaria { browser, maria, _ in
            try await browser.openComments(maria)
            try await browser.comment("one")
            try await browser.wait(for: "document.querySelector('.conversation .menu') !== null")
            try await browser.run(
                """
                const send = window.fetch;
                const headers = {"Content-Type": "text/html", "X-Request-ID": "0A1B2C3D"};
                window.fetch = async (...call) => call[1]?.method === "POST"
                    ? new Response("<h1>Bad Gateway</h1>", {status: 502, headers}) : send(...call);
                """)
            for selector in [".menu summary", ".menu .delete summary", ".menu [value=delete]"] {
                try await browser.click(".conversation \(selector)")
            }
            try await browser.wait(for: "document.querySelector('#comments .error') !== null")
            #expect(
                try await browser.texts("#comments .error") == ["This can’t be saved at the moment. Try again later."])
        }
    }

    @Test func `A photo that the server fails to save shows the number, and is posted later`() async throws {
        let picture = home.folder.url.appending(path: "holiday.jpg")
        try TestPicture.data("orientation-6.jpg").write(to: picture)
        try await home.serveMaria(may: "post") { browser, maria, server in
            try await browser.join(maria)
            try await browser.open(server.address + "/post")
            try await browser.type(picture.path(percentEncoded: false), into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await change("ALTER TABLE post RENAME TO absent")
            try await browser.click(".post .main")
            let waiting = "Not sent yet. The photo will be sent when the server can be reached."
            try await expectReference(in: ".chosen .state", after: waiting, browser, server)
            try await browser.reload()
            try await expectReference(in: ".chosen .state", after: waiting, browser, server)

            try await change("ALTER TABLE absent RENAME TO post")
            try await browser.run("dispatchEvent(new Event('online'))")
            try await browser.wait(for: "document.querySelectorAll('.card').length === 5")
        }
    }
}
