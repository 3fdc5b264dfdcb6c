import TestSupport
import Testing

/// The page on which people change what they are called, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebYouPageTests {
    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test(arguments: [true, false])
    func `A friend changes their name and language, and signs another browser in`(hasScripts: Bool) async throws {
        let settings = Browser.Settings(hasScripts: hasScripts)
        try await home.serveMaria(in: settings) { browser, maria, server in
            func join(_ link: String, _ browser: Browser) async throws {
                guard !hasScripts else { return try await browser.join(link) }
                // The server needs a moment to learn of a new person.
                try await browser.repeatUntil("the feed") {
                    try await browser.open(server.address + "/join")
                    try await browser.type(link, into: "#link")
                    try await browser.click(".notice .button")
                    // Too many refused tries are answered with a notice.
                    try await browser.wait(forElement: ".card, #refused, section.notice")
                    // A refused link is an error there.
                    _ = try await browser.console()
                    return try await !browser.texts(".card").isEmpty
                }
            }
            try await join(maria, browser)
            try await browser.click(".bar .menu summary")
            try await browser.click(".bar .menu a")
            try await browser.wait(forElement: "#language")
            try await browser.type(" P.", into: "#name")
            try await browser.click("#language option[value=el]")
            try await browser.click("[value=save]")
            try await browser.wait(forElement: "html[lang=el] #name[value='maria P.']")
            try await browser.click("[value=link]")
            try await browser.wait(forElement: ".link")
            let link = try #require(try await browser.attribute("value", of: ".link"))
            try await browser.reload()
            #expect(try await browser.attribute("value", of: ".link") == link)
            try await Browser.with(settings) { other in
                try await join(link, other)
                try await other.wait(forElement: "html[lang=el] .card")
                try await browser.open(server.address + "/you")
                try await browser.click("[value=sign-out]")
                try await browser.repeatUntil("the end of the session") {
                    try await browser.texts("[value=sign-out]").isEmpty
                }
                try await other.reload()
                try await other.wait(forElement: "#link")
            }
            #expect(try await browser.console() == [])
            try await browser.click("form[action$='/sign-out'] button")
            try await browser.wait(forElement: "#link")
        }
    }
}
