import Foundation
import TestSupport
import Testing

/// Writing with a keyboard that composes words, as for Japanese, in a real browser.
@Suite(.oneAtATime, .sharesBrowsers) struct WebComposingTests {
    private let home = Home()

    @Test func `News waits until a friend who changes a comment has composed a word`() async throws {
        try await home.serveMaria { first, maria, _ in
            let nikos = try await home.invite("nikos")
            try await Browser.with { second in
                for (browser, link) in [(first, maria), (second, nikos)] {
                    try await browser.openComments(link)
                }
                try await first.comment("How lovely")
                try await first.wait(for: "document.querySelector('.menu') !== null")
                try await first.click("li .menu summary")
                try await first.click("li .change summary")
                try await first.run(
                    """
                    window.field = document.querySelector(".change textarea");
                    field.focus();
                    field.setSelectionRange(field.value.length, field.value.length);
                    const parse = DOMParser.prototype.parseFromString;
                    DOMParser.prototype.parseFromString = function(...call) {
                        window.hasNews = true;
                        return parse.apply(this, call);
                    };
                    """)
                func compose(_ text: String) async throws {
                    try await first.command(
                        "Input.imeSetComposition",
                        ["text": text, "selectionStart": text.count, "selectionEnd": text.count])
                }
                try await compose("へん")
                try await second.comment("Where is that?")
                try await first.wait(forNews: "window.hasNews === true")
                #expect(try await first.holds("document.querySelector('.change textarea') === field"))
                try await compose("変")
                try await first.command("Input.insertText", ["text": "変"])
                try await first.wait(
                    for: "document.querySelector('.conversation').innerText.includes('Where is that?')")
                #expect(try await first.holds("document.activeElement.matches('.change textarea')"))
                #expect(try await first.value(of: ".change textarea") == "How lovely変")
                #expect(try await first.console() == [])
            }
        }
    }
}
