import Foundation
import TestSupport
import Testing

/// Other apps and programs hand photos to the page that posts them, in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebSharingTests {
    private static let isFirstPictureSaved = """
        document.images[0].naturalWidth > 0 && caches.match(document.images[0].currentSrc)
        """

    private let home = Home()

    /// Sends the request of a phone's system for sharing photos with the feed, and returns the answering page.
    private func share(_ browser: Browser, _ names: [String] = ["one.jpg", "two.jpg"]) async throws -> String? {
        try await browser.wait(for: "navigator.serviceWorker.controller !== null")
        try await browser.wait(for: Self.isFirstPictureSaved)
        return try await browser.run(
            """
            return (async () => {
                const photo = await (await caches.match(document.images[0].currentSrc)).blob();
                const form = new FormData();
                form.append("text", "From the pier");
                for (const name of \(names)) form.append("photo", photo, name);
                return fetch("/post", {method: "POST", body: form}).then(({url}) => url, () => "no connection");
            })();
            """) as? String
    }

    @Test func `Photos shared with the feed wait for whoever shared them, as if they had been chosen`() async throws {
        try await home.serveMaria(may: "post") { browser, maria, server in
            let nikos = try await home.invite("nikos", may: "post")
            try await browser.join(maria)
            #expect(try await share(browser) == server.address + "/post")

            try await browser.join(nikos)
            try await browser.open(server.address + "/post")
            try await browser.wait(
                for: """
                    import(document.querySelector("script[src$='/post.js']").src.replace("post.js", "outbox.js"))
                        .then(({ready}) => ready).then(() => true)
                    """)
            #expect(try await browser.count(".chosen li, #unsent li") == 0)
            let kept = "return Object.keys(localStorage).filter(key => key.includes(' entry ')).length"
            #expect(try await browser.run(kept) as? Int == 0)

            try await browser.join(maria)
            // Chromium tells that the other person's cache has been cleared.
            _ = try await browser.console()
            try await browser.open(server.address + "/post")
            try await browser.waitForChosen(2)
            #expect(try await browser.texts(".chosen .name") == ["one.jpg", "two.jpg"])
            let captions = try await browser.run(
                "return [...document.querySelectorAll('.post [name=caption]')].map(field => field.value)")
            #expect(captions as? [String] == ["From the pier", "", ""])
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelectorAll('.card').length === 6")
            #expect(try await browser.texts(".card .caption").filter { $0 == "From the pier" }.count == 2)
            try await browser.open(server.address + "/post")
            try await browser.waitForUnsent()
            #expect(try await browser.count(".chosen li") == 0)
            #expect(try await browser.console() == [])
        }
    }

    @Test func `Photos shared offline are shown as not sent; shares of none or too many are refused`() async throws {
        try await home.serveMaria(may: "post") { browser, maria, server in
            try await browser.join(maria)
            for count in [0, 101] {
                let names = (0..<count).map { "\($0).jpg" }
                #expect(try await share(browser, names) == server.address + "/post?shared=lost")
            }
            // The page that posts photos has the scripts.
            try await browser.open(server.address + "/post?shared=lost")
            #expect(try await browser.texts(".error[role=alert]").first?.contains("at most 100 photos") == true)
            try await browser.wait(
                for: """
                    caches.open("/files").then(async cache => {
                        const saved = (await cache.keys()).map(request => request.url);
                        return ["unsent", "outbox", "written"].every(
                            name => saved.some(url => url.endsWith(`/${name}.js`)));
                    })
                    """)
            try await browser.open(server.address + "/")
            try await browser.wait(for: "caches.match(location.href)")
            try await browser.wait(for: Self.isFirstPictureSaved)
            await server.stop()
            #expect(try await share(browser) == "no connection")
            try await browser.open(server.address + "/")
            try await browser.wait(
                for: """
                    !document.getElementById("unsent").hidden
                        && document.querySelectorAll("#unsent li").length === 2
                    """)
        }
    }

    @Test func `Photos can be pasted and dropped, and a pasted text stays a text`() async throws {
        try await home.serveMaria(may: "post") { browser, maria, server in
            try await browser.join(maria)
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main').ariaDisabled === 'true'")
            let isTextTaken = try await browser.run(
                """
                return (async () => {
                    const canvas = document.createElement("canvas");
                    const photo = await new Promise(done => canvas.toBlob(done));
                    const data = name => {
                        const data = new DataTransfer();
                        data.items.add(new File([photo], name, {type: photo.type}));
                        return data;
                    };
                    const options = {bubbles: true, cancelable: true};
                    const paste = {clipboardData: data("pasted.png"), ...options};
                    document.body.dispatchEvent(new ClipboardEvent("paste", paste));
                    document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data("dropped.png"), ...options}));
                    const text = new DataTransfer();
                    text.setData("text/plain", "noon");
                    return !document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: text, ...options}));
                })();
                """)
            #expect(isTextTaken as? Bool == false)
            try await browser.waitForChosen(2)
            #expect(try await browser.texts(".chosen .name").sorted() == ["dropped.png", "pasted.png"])
        }
    }
}
