import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The owner's first minutes in a real browser, at the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebOwnerTests {
    private let home = Home()

    /// Runs the page's script again with a phone's share sheet, which the owner closes the first time.
    private func expectSharing(of link: String, _ owner: Browser) async throws {
        #expect(try await owner.count(".share:not([hidden])") == 0)
        let isShown = try await owner.run(
            """
            window.sheets = [];
            navigator.share = async ({url}) => {
                if (sheets.push(url) === 1) throw new DOMException("closed", "AbortError");
            };
            return import(document.querySelector("script[src$='/people.js']").src + "?again")
                .then(() => !document.querySelector(".share").hidden);
            """)
        #expect(isShown as? Bool == true)
        for count in 1...2 {
            try await owner.click(".share")
            try await owner.wait(for: "sheets.length === \(count)")
        }
        #expect(try await owner.run("return sheets") as? [String] == [link, link])
    }

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
            try await expectSharing(of: link, owner)
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

    @Test(arguments: Browser.Kind.allCases)
    func `A person sees the chosen picture of their own before it is saved`(kind: Browser.Kind) async throws {
        let (picture, other) = (home.folder.url.appending(path: "me.jpg"), home.folder.url.appending(path: "text.jpg"))
        try TestPicture.data("orientation-6.jpg").write(to: picture)
        try Data("no picture".utf8).write(to: other)
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, server in
            try await browser.join(maria)
            try await browser.open(server.address + "/you")
            let face = "document.querySelector('.own-picture .face')"
            try await browser.wait(for: "\(face)?.hidden")
            for (file, isHidden) in [(picture, false), (other, true), (picture, false)] {
                try await browser.type(file.path(percentEncoded: false), into: "#picture")
                try await browser.wait(for: "\(face).hidden === \(isHidden)")
            }
            let size = try await browser.numbers("return [\(face).naturalWidth, \(face).width, \(face).height]")
            #expect(size[0] > 0 && size[1...] == [64, 64])
            try await browser.click(".own-picture ~ .main")
            try await browser.wait(for: "\(face)?.src.includes('/pictures/') && !\(face).hidden")
            #expect(try await browser.console() == [])
        }
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
