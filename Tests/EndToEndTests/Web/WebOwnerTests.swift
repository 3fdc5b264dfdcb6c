import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The owner's first minutes in a real browser, at the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebOwnerTests {
    private let home = Home()

    @Test func `The owner invites a friend on the page, and both see the feed`() async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        try await Browser.with { owner in
            try await owner.join(try #require(server.ownerLink))
            #expect(try await owner.address == server.address + "/")
            try await owner.click("a[href='/people']")
            // The page refuses no name that the server permits.
            let refused = try await owner.run(
                """
                return [...document.querySelectorAll("#own, #name")].flatMap(field => {
                    const names = ["O’Brien", "Анна", "ශ්\u{200D}රී", "علی\u{200C}رضا"].filter(name => {
                        field.value = name;
                        return !field.checkValidity();
                    });
                    field.value = "";
                    return names;
                });
                """)
            #expect(refused as? [String] == [])
            try await owner.type("Anna", into: "#own")
            try await owner.type("maria", into: "#name")
            try await owner.click(".invite .button")
            let link = try await owner.invitationLink()
            #expect(try await owner.texts("#invitation-title") == ["Invitation for maria"])
            try await owner.reload()
            #expect(try await owner.invitationLink() == link)
            try await Browser.with { friend in
                try await friend.join(link)
                #expect(try await friend.count(".card") == 4)
                #expect(try await friend.count("a[href='/people']") == 0)
            }
            try await owner.click(".bar .icon")
            try await owner.wait(for: "document.querySelectorAll('.card').length === 4")
            #expect(try await owner.console() == [])
        }
        await server.stop()
    }

    @Test func `A new photo is announced, and nothing moves until the friend wants to see it`() async throws {
        let photos = try PhotoFolder()
        try await home.browse(photos) { browser, _ in
            try await browser.run("scrollTo(0, 300)")
            let top = "return document.querySelector('.card').getBoundingClientRect().top"
            let before = try await browser.run(top) as? Double
            try anyPNG(salt: 200).write(to: photos.folder.url.appending(path: "new.png"))
            try await browser.wait(forNews: "!document.querySelector('.new-photos').hidden")
            #expect(try await browser.run(top) as? Double == before)
            #expect(try await browser.count(".card") == 4)
            try await browser.click(".new-photos")
            try await browser.wait(for: "document.querySelectorAll('.card').length === 5")
        }
    }
}
