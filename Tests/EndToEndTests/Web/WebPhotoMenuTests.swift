import Foundation
import TestSupport
import Testing

/// The menu of a photo, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebPhotoMenuTests {
    private let home = Home()

    @Test(arguments: Browser.Kind.allCases)
    func `A photo's menu closes by a tap elsewhere, and follows what others have changed`(
        kind: Browser.Kind
    ) async throws {
        try await home.serveMaria(may: "admin", in: .init(kind: kind)) { browser, maria, _ in
            func actions() async throws -> [String]? {
                try await browser.run(
                    """
                    return [...document.querySelectorAll("#photo-menu form > :is(a, button):not([hidden])")]
                        .map(action => action.textContent);
                    """) as? [String]
            }
            try await browser.openComments(maria)
            let photo = try #require(URL(string: try await browser.address)).lastPathComponent
            try await browser.click("#photo-menu summary")
            #expect(try await actions() == ["Select Photos", "Close Comments"])
            try await browser.tap(try await browser.middle(of: ".bar h1"))
            try await browser.wait(for: "document.querySelector('.menu[open]') === null")

            _ = try await home.run(["close", photo] + home.stateOption)
            try await browser.wait(forNews: "document.querySelector('.composer') === null")
            #expect(try await actions() == ["Select Photos", "Reopen Comments"])
            try await browser.click("#photo-menu summary")
            try await browser.click("#photo-menu [value=reopen]")
            try await browser.wait(for: "document.querySelector('.composer') !== null")
            #expect(try await actions() == ["Select Photos", "Close Comments"])
            #expect(try await browser.count(".menu[open]") == 0)
            #expect(try await browser.console() == [])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Without scripts, a friend changes a photo's texts and deletes it through its menu`(
        kind: Browser.Kind
    ) async throws {
        let picture = home.folder.url.appending(path: "holiday.jpg")
        try TestPicture.data("orientation-6.jpg").write(to: picture)
        try await home.serveMaria(may: "post") { poster, maria, server in
            try await poster.join(maria)
            try await poster.open(server.address + "/post")
            try await poster.choose([picture], count: 1)
            try await poster.click(".post .main")
            try await poster.wait(for: "document.querySelectorAll('.card').length === 5")
            try await Browser.with(.init(kind: kind, hasScripts: false)) { browser in
                try await browser.open(server.address + "/join")
                try await browser.type(maria, into: "#link")
                try await browser.click(".notice .button")
                try await browser.wait(forElement: ".card, section.notice")
                try await browser.open(server.address + "/")
                try await browser.click(".card .picture")
                try await browser.wait(forElement: "#photo-menu")
                try await browser.click("#photo-menu summary")
                try await browser.click("#photo-menu [href='#texts']")
                try await browser.type("Nafplio", into: ".edit [name=location]")
                try await browser.click(".edit .button")
                try await browser.wait(forElement: ".edit [value=Nafplio]")
                try await poster.click(".card .picture")
                try await poster.wait(for: "document.querySelector('#delete-photo p') !== null")
                try await browser.type("How lovely!", into: "#message")
                try await browser.click(".composer .button")
                try await browser.wait(forElement: ".conversation .message")
                try await poster.wait(
                    forNews: "document.querySelector('#delete-photo p').textContent.includes('with its 1 comment')")
                try await browser.click("#photo-menu summary")
                try await browser.click("#delete-photo summary")
                try await browser.click("#photo-menu [value=delete-photo]")
                try await browser.wait(forElement: ".feed")
                #expect(try await browser.count(".card") == 4)
            }
        }
    }
}
