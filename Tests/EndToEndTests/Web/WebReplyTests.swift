import Foundation
import TestSupport
import Testing

/// Friends reply to comments in real browsers, at the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebReplyTests {
    private let home = Home()

    /// Waits until a reply, by default the one being written, shows the quoted comment. In WebKit, a line's end follows.
    private func waitForQuote(
        _ text: String, _ browser: Browser, in reply: String = ".replying:not([hidden])"
    ) async throws {
        try await browser.wait(for: "document.querySelector('\(reply) .quote')?.innerText.trim() === '\(text)'")
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A reply stays one through a reload, without a connection, and once sent`(kind: Browser.Kind) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, server in
            let quote = #"a username\na message"#
            try await browser.openComments(maria)
            try await browser.click(".conversation .reply")
            try await waitForQuote(quote, browser)
            #expect(try await browser.run("return document.activeElement.id") as? String == "message")
            try await browser.click(".replying .icon")
            try await browser.wait(for: "document.querySelector('.replying').hidden")
            try await browser.click(".conversation .reply")
            try await browser.type("Where", into: ".composer textarea")
            try await browser.reload()
            try await waitForQuote(quote, browser)
            try await browser.run("window.fetch = () => Promise.reject(new TypeError('offline'))")
            try await browser.comment(" is it?")
            try await waitForQuote(quote, browser, in: ".pending")
            #expect(try await browser.holds("document.querySelector('.replying').hidden"))
            try await browser.reload()
            try await waitForQuote(quote, browser, in: "li:not(.pending)")
            #expect(try await browser.texts(".message").last == "Where is it?")
            try await browser.click("li .quote")
            try await browser.wait(for: "document.querySelector('li:target .message')?.innerText === 'a message'")
            // A link from another page changes which comment a draft replies to.
            try await browser.click(".conversation .reply")
            try await browser.type("And you?", into: ".composer textarea")
            let link = try await browser.run(
                "return `${location.pathname}?reply=${document.querySelector('li:last-child > .reply').value}`")
            try await browser.open(server.address + (try #require(link as? String)))
            try await browser.wait(for: "document.querySelector('.composer textarea').value === 'And you?'")
            try await waitForQuote("maria\\nWhere is it?", browser)
            #expect(try await browser.console() == [])
        }
    }

    @Test func `A reply to a comment that is deleted meanwhile stays written, and no longer quotes it`() async throws {
        try await home.serveMaria { first, maria, _ in
            let nikos = try await home.invite("nikos")
            try await Browser.with { second in
                try await first.openComments(maria)
                try await second.openComments(nikos)
                try await first.comment("SECRETWORD")
                try await second.wait(forNews: "document.querySelectorAll('.conversation li').length === 3")
                try await second.click("li:nth-child(3) .reply")
                try await waitForQuote("maria\\nSECRETWORD", second)
                try await second.type("Really?", into: ".composer textarea")
                try await first.click("li .menu summary")
                try await first.click("li .delete summary")
                try await first.click("li [value=delete]")
                try await second.wait(
                    forNews: "!document.querySelector('#comments').textContent.includes('SECRETWORD')")
                #expect(try await second.value(of: ".composer textarea") == "Really?")
                #expect(try await second.holds("document.querySelector('.replying').hidden"))
            }
        }
    }

    @Test func `Without scripts, a friend replies to a comment, also with what was written before`() async throws {
        try await home.serveMaria(in: .init(hasScripts: false)) { browser, maria, server in
            try await browser.open(server.address + "/")
            try await browser.type(maria, into: "#link")
            try await browser.follow(".notice .button")
            try await browser.follow(".card .comments")
            // Nothing is sent yet, so going back sends nothing again.
            try await browser.follow(".conversation .reply")
            #expect(try await browser.address.contains("?reply="))
            #expect(try await browser.texts(".replying .quote") == ["a username\na message"])
            try await browser.type("Where", into: ".composer textarea")
            try await browser.follow(".replying .icon")
            try await browser.follow(".about .heart")
            #expect(try await browser.texts(".reactions [aria-pressed=true]") == ["❤️ 1"])
            try await browser.follow(".conversation .reply")
            try await browser.follow(".replying .icon")
            try await browser.type(" is", into: ".composer textarea")
            try await browser.follow(".conversation .reply")
            #expect(try await browser.texts(".replying .quote") == ["a username\na message"])
            try await browser.comment(" it?")
            try await browser.wait(forElement: "li .quote")
            #expect(try await browser.texts("li .quote") == ["a username\na message"])
            #expect(try await browser.texts(".message").last == "Where is it?")
        }
    }
}
