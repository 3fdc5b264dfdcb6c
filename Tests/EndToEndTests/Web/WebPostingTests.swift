import Foundation
import TestSupport
import Testing

/// Friends post photos from real browsers, to the program's server.
@Suite(.oneAtATime) struct WebPostingTests {
    private let home: Home
    private let picture: String

    init() throws {
        home = try Home()
        let url = home.folder.url.appending(path: "holiday.jpg")
        try TestPicture.data("orientation-6.jpg").write(to: url)
        picture = url.path(percentEncoded: false)
    }

    private func invite(_ name: String, may: String) async throws -> String {
        try await Program(environment: ["XDG_STATE_HOME": home.folder.path]).run(["invite", name, "--may", may]).text
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Signs a browser in, and opens the page that posts photos.
    private func openPost(_ browser: Browser, _ link: String) async throws {
        try await browser.open(link)
        try await browser.wait(for: "document.querySelectorAll('.card').length > 0")
        try await browser.click("a[href='/post']")
        try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
    }

    @Test func `A friend posts a photo with its texts, another sees it, and the friend deletes it`() async throws {
        let server = try await ProgramServer(photos: try PhotoFolder(), state: home.folder.path)
        let (maria, nikos) = (try await invite("maria", may: "post"), try await invite("nikos", may: "comment"))
        try await Browser.with { browser in
            try await openPost(browser, maria)
            try await browser.type(picture, into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await browser.type("On the beach", into: "[name=caption]")
            try await browser.type("Nafplio", into: "[name=location]")
            try await browser.type("Children build a castle", into: "[name=alt]")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.card .caption')?.innerText === 'On the beach'")
            try await Browser.with { friend in
                try await friend.open(nikos)
                try await friend.wait(for: "document.querySelectorAll('.card').length === 5")
                #expect(try await friend.texts("a[href='/post']") == [])
                #expect(try await friend.texts(".card .place").first == "Nafplio")
                #expect(try await friend.texts(".card .author") == ["maria"])
                #expect(try await friend.attribute("alt", of: ".card img") == "Children build a castle")
                try await friend.wait(for: "document.images[0].naturalWidth > 0")
                try await friend.click(".card .picture")
                try await friend.wait(for: "document.querySelector('.composer') !== null")
                #expect(try await friend.texts(".owner summary") == [])
            }
            try await browser.click(".card .picture")
            try await browser.wait(for: "document.querySelector('.owner') !== null")
            try await browser.run("document.querySelector('.owner').open = true")
            try await browser.run("document.querySelector('[value=delete-photo]').click()")
            try await browser.wait(for: "document.querySelectorAll('.card').length === 4")
            #expect(try await browser.console() == [])
        }
        await server.stop()
    }

    @Test func `A photo that can't be sent waits, survives closing the page, and is posted once`() async throws {
        let photos = try PhotoFolder()
        var server = try await ProgramServer(photos: photos, state: home.folder.path)
        let maria = try await invite("maria", may: "post")
        try await Browser.with { browser in
            try await openPost(browser, maria)
            await server.stop()
            try await browser.type(picture, into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await browser.type("From the train", into: "[name=caption]")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.state').innerText.includes('Not sent yet')")
            try await browser.open("about:blank")
            server = try await ProgramServer(
                photos: photos, state: home.folder.path, host: server.host, port: server.port)
            try await browser.open(server.address + "/")
            // The feed announces the photo that it has sent.
            try await browser.wait(
                for: """
                    document.dispatchEvent(new Event('visibilitychange')),
                    !document.querySelector('.new-photos').hidden
                    """)
            try await browser.reload()
            #expect(try await browser.texts(".card .caption").filter { $0 == "From the train" }.count == 1)
        }
        await server.stop()
    }

    @Test func `A file that isn't a photo is refused in plain words`() async throws {
        let server = try await ProgramServer(photos: try PhotoFolder(), state: home.folder.path)
        let maria = try await invite("maria", may: "post")
        let text = home.folder.url.appending(path: "text.jpg")
        try Data("not a photo".utf8).write(to: text)
        try await Browser.with { browser in
            try await openPost(browser, maria)
            try await browser.type(text.path(percentEncoded: false), into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.state').innerText.includes('isn’t a photo')")
            #expect(try await browser.texts(".chosen li").count == 1)
        }
        await server.stop()
    }
}
