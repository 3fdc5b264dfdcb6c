import Foundation
import TestSupport
import Testing

/// Friends write and react in real browsers, at the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebConversationTests {
    private let home = Home()

    @Test
    func `Two friends write to each other without loading the page again, which keeps an open menu and its focus`()
        async throws
    {
        try await home.serveMaria { first, maria, _ in
            let nikos = try await home.invite("nikos")
            try await Browser.with { second in
                try await first.openComments(maria)
                try await second.openComments(nikos)
                try await second.type("half a sen", into: ".composer textarea")
                try await second.run("window.field = document.querySelector('.composer textarea')")
                try await first.comment("How lovely!")
                try await first.waitForComments(3)
                try await first.run("document.querySelector('.reactions [value=heart]').click()")
                try await first.wait(for: "document.querySelector('[name=unreact]:not([title=\"\"])') !== null")
                try await second.wait(for: "document.querySelector('.conversation').innerText.includes('How lovely!')")
                try await second.wait(for: "document.querySelector('.reactions').innerText.includes('❤️ 1')")
                // The keyboard of a phone may be composing a word in the field.
                #expect(
                    try await second.run("return document.activeElement === window.field && window.field.value")
                        as? String == "half a sen")
                try await second.comment("tence")
                try await first.wait(
                    for: "document.querySelector('.conversation').innerText.includes('half a sentence')")

                try await first.click(".menu summary")
                try await first.click(".menu .delete summary")
                try await first.run("document.querySelector('.menu [value=delete]').focus()")
                try await second.comment("Where is that?")
                try await first.wait(
                    forNews: "document.querySelector('.conversation').innerText.includes('Where is that?')")
                #expect(try await first.holds("document.querySelector('.menu').open"))
                #expect(try await first.run("return document.activeElement.value") as? String == "delete")
                try await first.click(".menu [value=delete]")
                try await first.wait(for: "!document.querySelector('.conversation').innerText.includes('How lovely!')")
                // The focused element is gone.
                let isOnTitle = "document.activeElement.id === 'comments-title'"
                #expect(try await first.holds(isOnTitle))
                try await second.comment("Still there?")
                try await first.wait(
                    forNews: "document.querySelector('.conversation').innerText.includes('Still there?')")
                #expect(try await first.holds(isOnTitle))
                #expect(try await first.console() == [])
            }
        }
    }

    @Test func `Two taps on a photo of the feed give it a heart, and one opens it`() async throws {
        try await home.serveMaria { browser, maria, _ in
            try await browser.join(maria)
            // The driver may take longer than a person between two taps.
            func tap(_ count: Int) async throws {
                try await browser.run(
                    """
                    const tap = {pointerType: 'touch', bubbles: true, cancelable: true};
                    for (let count = 0; count < \(count); count++) {
                        document.querySelector('.card .picture').dispatchEvent(new PointerEvent('click', tap));
                    }
                    """)
            }
            // Two more taps take nothing back.
            for _ in 0..<2 {
                try await tap(2)
                try await browser.wait(
                    for: """
                        document.querySelector('.card .heart').getAttribute('aria-pressed') === 'true'
                            && document.querySelector('.card .liked').innerText === 'maria'
                            && document.querySelector('.card form').ariaBusy === null
                        """)
            }
            #expect(
                try await browser.run("return getComputedStyle(document.querySelector('.liked'), '::before').content")
                    as? String == #""❤️ ""#)
            try await tap(1)
            try await browser.wait(for: "document.querySelector('.stage') !== null")
            #expect(try await browser.console() == [])
        }
    }

    @Test func `The feed tells a friend of an answer, shows it below the photo, and leads to it`() async throws {
        try await home.serveMaria { first, maria, _ in
            let nikos = try await home.invite("nikos")
            try await Browser.with { second in
                try await first.openComments(maria)
                try await first.comment("Where is this?")
                try await first.waitForComments(3)
                try await first.click(".bar .icon")
                try await first.wait(for: "document.querySelector('.activity:not(.new)') !== null")
                try await second.openComments(nikos)
                try await second.comment("On the coast")
                try await second.waitForComments(4)
                try await first.wait(
                    forNews: """
                        document.querySelector('.activity.new')?.title === 'New Activity'
                            && document.querySelector('.card').innerText.includes('On the coast')
                        """)
                try await first.click(".activity")
                try await first.wait(
                    for: "document.querySelector('.events')?.innerText.includes('On the coast') === true")
                #expect(try await first.texts(".events .author") == ["nikos"])
                try await first.click(".bar .icon")
                try await first.wait(for: "document.querySelector('.activity:not(.new)') !== null")
                try await first.back()
                try await first.wait(for: "document.querySelector('.events') !== null")
                try await first.click(".events a")
                try await first.wait(
                    for: "document.querySelector('li:target')?.innerText.includes('On the coast') === true")
                #expect(try await first.console() == [])
            }
        }
    }

    @Test(arguments: Browser.Kind.fullyDriven)
    func `A friend changes a comment, and what they write survives news and a reload`(kind: Browser.Kind) async throws {
        let server = try await home.serve(PhotoFolder(), isPublic: false)
        let (maria, nikos) = (try await home.invite("maria"), try await home.invite("nikos"))
        try await Browser.with(.init(kind: kind)) { first in
            try await Browser.with { second in
                try await first.openComments(maria)
                try await second.openComments(nikos)
                try await first.comment("How lovly")
                try await first.wait(for: "document.querySelector('.menu') !== null")
                #expect(try await first.texts(".conversation .facts").allSatisfy { !$0.contains("Edited") })
                try await first.click("li .menu summary")
                try await first.click("li .change summary")
                try await first.run("document.querySelector('.change textarea').select()")
                try await first.type("How love", into: ".change textarea")
                try await second.comment("Where is that?")
                try await first.wait(
                    forNews: "document.querySelector('.conversation').innerText.includes('Where is that?')")
                let isWriting = "return document.activeElement.matches('.change textarea')"
                #expect(try await first.run(isWriting) as? Bool == true)
                try await first.type("ly", into: ".change textarea")
                try await first.reload()
                let text = "document.querySelector('.change[open] textarea')?.value"
                try await first.wait(for: "\(text) === 'How lovely'")
                try await first.type("!", into: ".change textarea")
                try await first.click(".change .button")
                for browser in [first, second] {
                    try await browser.wait(
                        forNews: "document.querySelector('li:nth-child(3) .message').innerText === 'How lovely!'")
                    #expect(try await browser.texts("li:nth-child(3) .facts").first?.contains("Edited") == true)
                }
                #expect(try await first.holds("document.querySelector('.menu[open]') === null"))
                #expect(try await second.texts("li:nth-child(3) .menu").isEmpty)
                try await first.click("li .menu summary")
                try await first.click("li .change summary")
                #expect(try await !first.holds("document.querySelector('li .delete').checkVisibility()"))
                try await first.type(" But", into: ".change textarea")
                // News takes back the question.
                try await first.repeatUntil("the menu to close") {
                    try await first.click(".change [type=reset]")
                    return try await first.holds("document.querySelector('.menu[open]') === null")
                }
                try await first.reload()
                #expect(try await first.texts("#unsent li").isEmpty)
                #expect(try await first.texts(".message").filter { $0.hasPrefix("How") } == ["How lovely!"])
                #expect(try await first.console() == [])
            }
        }
        await server.stop()
    }

    @Test(arguments: Browser.Kind.allCases)
    func `On a phone, a comment just sent is whole above the field`(kind: Browser.Kind) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, _ in
            try await browser.resize(to: 390, 844)
            try await browser.openComments(maria)
            for count in 3...4 {
                try await browser.comment("How lovely!")
                try await browser.waitForComments(count)
                try await browser.wait(
                    for: """
                        document.querySelector(".conversation li:last-child").getBoundingClientRect().bottom
                            <= document.querySelector(".composer").getBoundingClientRect().top + 1
                        """)
            }
        }
    }

    @Test func `A comment is below its author's name, which has the time beside it, in both directions`() async throws {
        try await home.serveMaria { browser, maria, _ in
            try await browser.openComments(maria)
            for (direction, side) in [("ltr", "left"), ("rtl", "right")] {
                let edges = try await browser.numbers(
                    """
                    document.documentElement.dir = "\(direction)";
                    const [name, time, text] = ["bdi", "time", ".message"]
                        .map(part => document.querySelector(`.conversation ${part}`).getBoundingClientRect());
                    return [name.\(side) - text.\(side), name.top - time.top].map(Math.round);
                    """)
                #expect(edges == [0, 0], "\(direction)")
            }
        }
    }

    @Test func `What a friend was writing when comments were closed is there when they are open again`() async throws {
        try await home.serveMaria { browser, maria, _ in
            try await browser.openComments(maria)
            let photo = try #require(URL(string: try await browser.address)?.lastPathComponent)
            for (count, isSent) in [(3, false), (4, true)] {
                try await browser.type("half a sen", into: ".composer textarea")
                _ = try await home.run(["close", photo] + home.stateOption)
                if isSent { try await browser.run("document.querySelector('.composer').requestSubmit()") }
                try await browser.wait(forNews: "document.querySelector('.composer') === null")
                if isSent { try await browser.wait(for: "document.querySelector('.pending .error') !== null") }
                _ = try await home.run(["reopen", photo] + home.stateOption)
                try await browser.wait(forNews: "document.querySelector('.composer') !== null")
                if isSent { try await browser.click(".pending .edit") }
                try await browser.wait(for: "document.querySelector('.composer textarea')?.value === 'half a sen'")
                try await browser.comment("tence")
                try await browser.waitForComments(count)
                #expect(try await browser.texts(".message").last == "half a sentence")
            }
        }
    }
}
