import TestSupport
import Testing

/// The fields in which a friend writes, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebWritingTests {
    private let home = Home()

    private func withComments(_ kind: Browser.Kind, _ body: (Browser) async throws -> Void) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, _ in
            try await browser.openComments(maria)
            try await body(browser)
            #expect(try await browser.console() == [])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The field for a comment grows with its text, up to two fifths of the window, until the comment is sent`(
        kind: Browser.Kind
    ) async throws {
        try await withComments(kind) { browser in
            let (field, shown) = (".composer textarea", "document.querySelector('.composer textarea').offsetHeight")
            func height() async throws -> Double { try await browser.numbers("return [\(shown)]")[0] }
            func scrolls() async throws -> Bool {
                try await browser.run("window.field = document.querySelector('\(field)')")
                return try await browser.holds("field.scrollHeight > field.clientHeight")
            }
            // WebKit may run scripts before it has the style sheets.
            try await browser.wait(for: "document.readyState === 'complete'")
            let empty = try await height()
            try await browser.type(String(repeating: "words ", count: 30), into: field)
            let grown = try await height()
            #expect(grown > empty + 40)
            #expect(try await !scrolls())
            try await browser.reload()
            try await browser.wait(for: "document.querySelector('\(field)')?.value !== '' && \(shown) === \(grown)")
            try await browser.type(String(repeating: "words ", count: 150), into: field)
            let limit = try await browser.numbers("return [0.4 * innerHeight + 1]")[0]
            #expect(try await height() <= limit)
            #expect(try await scrolls())
            try await browser.click(".composer .button")
            try await browser.waitForComments(3)
            try await browser.wait(for: "\(shown) === \(empty)")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Cancel discards a changed comment at the second tap, and an unchanged one at the first`(
        kind: Browser.Kind
    ) async throws {
        try await withComments(kind) { browser in
            let (field, cancel) = (".change textarea", ".change [type=reset]")
            // News would replace the form.
            try await browser.run(
                """
                const send = window.fetch;
                window.fetch = (...call) => call[0].includes("/changes") ? new Promise(() => {}) : send(...call);
                """)
            try await browser.comment("How lovely")
            try await browser.wait(for: "document.querySelector('.conversation .menu') !== null")
            func open() async throws {
                try await browser.click(".conversation .menu summary")
                try await browser.click(".conversation .change summary")
            }
            let isClosed = "document.querySelector('.menu[open]') === null"
            try await open()
            try await browser.click(cancel)
            try await browser.wait(for: isClosed)

            try await open()
            try await browser.type("!", into: field)
            for text in ["How lovely!", "How lovely!!"] {
                try await browser.click(cancel)
                #expect(try await browser.texts(cancel) == ["Discard for Good"])
                #expect(try await browser.value(of: field) == text)
                // Whoever writes on is asked again.
                try await browser.type("!", into: field)
                #expect(try await browser.texts(cancel) == ["Cancel"])
            }
            try await browser.click(cancel)
            try await browser.click(cancel)
            try await browser.wait(for: isClosed)
            #expect(try await browser.value(of: field) == "How lovely")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A comment that the browser can't store says so until it is sent`(kind: Browser.Kind) async throws {
        try await withComments(kind) { browser in
            try await browser.run(
                """
                Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") };
                window.send = window.fetch;
                window.fetch = () => Promise.reject(new TypeError("offline"));
                """)
            try await browser.comment("from the train")
            try await browser.wait(for: "document.querySelector('.pending') !== null")
            #expect(
                try await browser.texts(".pending .state")
                    == ["Not sent yet. This browser can’t store it. Keep this page open until it’s sent."])
            try await browser.run("window.fetch = window.send; dispatchEvent(new Event('online'))")
            try await browser.waitForComments(3)
            try await browser.wait(for: "document.querySelector('.pending') === null")
        }
    }
}
