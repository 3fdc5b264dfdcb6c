import Foundation
import TestSupport
import Testing

/// Friends post photos from real browsers, to the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebPostingTests {
    private let home: Home
    private let picture: String

    init() throws {
        home = try Home()
        let url = home.folder.url.appending(path: "holiday.jpg")
        try TestPicture.data("orientation-6.jpg").write(to: url)
        picture = url.path(percentEncoded: false)
    }

    /// Signs a browser in, and opens the page that posts photos.
    private func openPost(_ browser: Browser, _ link: String) async throws {
        try await browser.join(link)
        try await browser.click("a[href='/post']")
        try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
    }

    @Test func `A friend posts a photo with its texts, another sees it, and the friend deletes it`() async throws {
        let server = try await home.serve(PhotoFolder())
        let (maria, nikos) = (
            try await home.invite("maria", may: "post"), try await home.invite("nikos", may: "comment")
        )
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
                try await friend.join(nikos)
                #expect(try await friend.texts(".card").count == 5)
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
        var server = try await home.serve(photos)
        let maria = try await home.invite("maria", may: "post")
        try await Browser.with { browser in
            try await openPost(browser, maria)
            await server.stop()
            try await browser.type(picture, into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await browser.type("From the train", into: "[name=caption]")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.state').innerText.includes('Not sent yet')")
            try await browser.open("about:blank")
            server = try await home.serve(photos, host: server.host, port: server.port)
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

    @Test(arguments: [true, false])
    func `A friend corrects what they said about their photo, with and without scripts`(hasScripts: Bool) async throws {
        let server = try await home.serve(PhotoFolder())
        let maria = try await home.invite("maria", may: "post")
        try await Browser.with { browser in
            try await openPost(browser, maria)
            try await browser.type(picture, into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await browser.type("On the beech", into: "[name=caption]")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.card .caption') !== null")
        }
        try await Browser.with(.init(hasScripts: hasScripts)) { browser in
            try await browser.open(server.address + "/join")
            try await browser.type(maria, into: "#link")
            try await browser.click(".notice .button")
            try await browser.click(".card .picture")
            try await browser.click(".edit summary")
            try await browser.type("!", into: ".edit [name=caption]")
            try await browser.type("Nafplio", into: ".edit [name=location]")
            try await browser.click(".edit .button")
            if hasScripts { try await browser.wait(for: "document.querySelector('h1').innerText === 'Nafplio'") }
            #expect(try await browser.texts(".talk > .caption") == ["On the beech!"])
            #expect(try await browser.texts("h1") == ["Nafplio"])
        }
        await server.stop()
    }

    @Test func `A file that isn't a photo is refused in plain words`() async throws {
        let server = try await home.serve(PhotoFolder())
        let maria = try await home.invite("maria", may: "post")
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
