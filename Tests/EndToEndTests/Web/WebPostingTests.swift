import Foundation
import TestSupport
import Testing

/// Friends post photos from real browsers, to the program's server.
@Suite(.oneAtATime, .sharesBrowsers) struct WebPostingTests {
    /// The captions of photos posted together.
    private static let captions = """
        return [...document.querySelectorAll(".together .card .caption")].map(caption => caption.textContent)
        """

    private let home = Home()
    private let picture: String

    init() throws {
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

    /// Lends a browser with the page that posts photos, and its server.
    private func post(
        in kind: Browser.Kind = .chromium, _ body: (Browser, ProgramServer) async throws -> Void
    ) async throws {
        try await home.serveMaria(may: "post", in: .init(kind: kind)) { browser, maria, server in
            try await openPost(browser, maria)
            try await body(browser, server)
        }
    }

    /// Chooses the picture, and waits for it.
    /// - Parameter number: The resulting number of chosen photos.
    private func choose(_ browser: Browser, as number: Int = 1) async throws {
        try await browser.type(picture, into: "#files")
        try await browser.wait(for: "document.querySelectorAll('.chosen li').length === \(number)")
    }

    @Test func `A photo that can't be sent waits, survives closing the page, and is posted once`() async throws {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria", may: "post")
        try await Browser.with { browser in
            try await openPost(browser, maria)
            await server.stop()
            try await choose(browser)
            try await browser.type("From the train", into: "[name=caption]")
            let isInView = try await browser.run(
                """
                const button = document.querySelector(".remove");
                button.focus();
                const bar = document.querySelector(".sending").getBoundingClientRect();
                return button.getBoundingClientRect().bottom < bar.top;
                """)
            #expect(isInView as? Bool == true)
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.state').innerText.includes('Not sent yet')")
            try await browser.wait(for: "document.querySelector('.preparing').innerText === 'Not sent yet: 1'")
            try await browser.open("about:blank")
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            try await browser.open(server.address + "/")
            // The feed announces the photo that it has sent.
            try await browser.wait(forNews: "!document.querySelector('.new-photos').hidden")
            try await browser.reload()
            #expect(try await browser.texts(".card .caption").filter { $0 == "From the train" }.count == 1)
        }
        await server.stop()
    }

    @Test func `Photos posted later are above those that waited with them, which keep their order`() async throws {
        try await post { browser, server in
            try await browser.run(
                "XMLHttpRequest.prototype.send = function() { this.dispatchEvent(new Event('loadend')) }")
            for (number, caption) in zip(1..., ["First", "Second", "Later"]) {
                try await choose(browser, as: number)
                try await browser.click(".chosen li:nth-child(\(number)) .others summary")
                try await browser.type(caption, into: ".chosen li:nth-child(\(number)) [name=caption]")
                guard number > 1 else { continue }
                try await browser.click(".post .main")
                try await browser.wait(for: "document.querySelector('.chosen').innerText.includes('Not sent yet')")
                #expect(try await browser.count(".chosen .state:not(:empty)") == number)
            }
            try await browser.open(server.address + "/")
            try await browser.wait(for: "!Object.keys(localStorage).some(key => key.includes(' entry '))")
            try await browser.reload()
            #expect(try await browser.texts(".card .caption").prefix(3) == ["Later", "First", "Second"])
            #expect(try await browser.texts(".together .card .caption") == ["First", "Second"])
        }
    }

    @Test(
        arguments: Browser.Kind.allCases,
        [
            "IDBObjectStore.prototype.put = () => { throw new DOMException('no', 'UnknownError') }",
            "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }",
        ])
    func `A browser that stores no files posts a photo nevertheless, and says that it can't keep it`(
        kind: Browser.Kind, fault: String
    ) async throws {
        try await post(in: kind) { browser, _ in
            // The page of the post form has opened the store already.
            try await browser.run(fault + "; IDBDatabase.prototype.transaction = () => { throw new Error('no') }")
            try await choose(browser)
            #expect(try await browser.texts(".state").first?.contains("can’t store the photo") == true)
            try await browser.type("On the beach", into: "[name=caption]")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.card .caption')?.innerText === 'On the beach'")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func
        `Chosen photos and their texts stay until they are posted, even if a proxy refuses them, and are prepared one by one`(
            kind: Browser.Kind
        ) async throws
    {
        let text = home.folder.url.appending(path: "text.jpg")
        try Data("not a photo".utf8).write(to: text)
        try await post(in: kind) { browser, server in
            try await choose(browser)
            try await browser.type("On the beach", into: "[name=caption]")
            try await browser.open(server.address + "/")
            #expect(try await browser.count(".card") == 4)
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent") == [""])
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('#caption')?.value === 'On the beach'")
            try await browser.wait(for: "document.querySelector('.chosen img')?.naturalWidth > 0")
            // One tap destroys no texts.
            try await browser.click(".chosen .others summary")
            try await browser.type("Nafplio", into: ".chosen [name=location]")
            try await browser.click(".chosen .remove")
            #expect(try await browser.texts(".chosen .remove") == ["Remove with Its Texts"])
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.card .caption')?.innerText === 'On the beach'")
            #expect(try await browser.count(".card") == 5)
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
            #expect(try await browser.count(".chosen li") == 0)
            #expect(try await browser.value(of: "#caption") == "")

            try await choose(browser)
            try await browser.run(
                """
                window.sent = 0;
                XMLHttpRequest.prototype.send = function() {
                    window.sent++;
                    Object.defineProperty(this, "status", {get: () => 431});
                    this.dispatchEvent(new Event("loadend"));
                };
                """)
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.state').innerText.includes('wasn’t accepted')")
            try await browser.run("dispatchEvent(new Event('online'))")
            #expect(try await browser.run("return window.sent") as? Int == 1)
            // A caption written after the refusal is the photo's, too.
            try await browser.type("At the pier", into: "#caption")
            try await browser.click(".post .main")
            try await browser.wait(
                for: "window.sent === 2 && document.querySelector('.state').innerText.includes('wasn’t accepted')")
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelector('#unsent .error') !== null")
            #expect(try await browser.texts("#unsent .message") == ["At the pier"])
            try await browser.click("#unsent a")
            try await browser.wait(for: "document.querySelector('.chosen [name=caption]') !== null")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.card .caption')?.innerText === 'At the pier'")

            // A file without a preview shows its name.
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
            try await browser.run(
                """
                const draw = window.createImageBitmap;
                window.createImageBitmap = (...call) => new Promise(go => window.go = go).then(() => draw(...call));
                """)
            try await browser.type(picture + "\n" + text.path(percentEncoded: false), into: "#files")
            for number in 1...2 {
                try await browser.wait(
                    for: "document.querySelector('.preparing').innerText === 'Preparing \(number) of 2'")
                #expect(try await browser.holds("document.querySelector('.post .main').disabled"))
                try await browser.run("window.go()")
            }
            try await browser.wait(for: "!document.querySelector('.post .main').disabled")
            #expect(try await browser.texts(".chosen .name") == ["holiday.jpg", "text.jpg"])
            try await browser.wait(for: "document.querySelectorAll('.unreadable:not([hidden])').length === 1")
            #expect(try await browser.texts(".preparing") == [""])
        }
    }

    @Test func `A chosen photo that the browser can't decode is drawn by the server, or isn't a photo`() async throws {
        let (heic, text) = (home.folder.url.appending(path: "phone.heic"), home.folder.url.appending(path: "scan.tiff"))
        try TestPicture.data("large.heic").write(to: heic)
        try Data("not a photo".utf8).write(to: text)
        try await post { browser, _ in
            let paths = [heic, text].map { $0.path(percentEncoded: false) }
            try await browser.type(paths.joined(separator: "\n"), into: "#files")
            try await browser.wait(
                for: "document.querySelectorAll('.chosen .state')[1]?.innerText.includes('isn’t a photo')")
            try await browser.wait(for: "document.querySelector('.chosen img:not([hidden])')?.naturalWidth > 0")
            #expect(try await browser.count(".chosen li:first-child img:not([hidden])") == 1)
            #expect(try await browser.texts(".unreadable:not([hidden])") == ["No Preview"])
            try await browser.click(".chosen li:last-child .remove")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelectorAll('.card').length === 5")
        }
    }

    /// Chooses two photos, called one.jpg and two.jpg.
    private func chooseTwo(_ browser: Browser) async throws {
        let pictures = ["one.jpg", "two.jpg"].map { home.folder.url.appending(path: $0) }
        for picture in pictures { try TestPicture.data("orientation-6.jpg").write(to: picture) }
        try await browser.choose(pictures, count: 2)
    }

    @Test(arguments: Browser.Kind.allCases)
    func `One caption is that of all photos without one, and is kept until sent`(kind: Browser.Kind) async throws {
        try await post(in: kind) { browser, server in
            try await browser.type("A", into: "#caption")
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('#caption')?.value === 'A'")
            try await chooseTwo(browser)
            #expect(try await browser.texts(".post .hint").first?.contains("without a caption of their own") == true)
            try await browser.click(".chosen li:last-child .others summary")
            try await browser.type("A day", into: ".chosen li:last-child [name=caption]")
            try await browser.type(" day at the pier", into: "#caption")
            try await browser.run(
                """
                const send = XMLHttpRequest.prototype.send;
                XMLHttpRequest.prototype.send = function() { this.dispatchEvent(new Event("loadend")) };
                window.connect = () => XMLHttpRequest.prototype.send = send;
                """)
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.chosen .state').innerText.includes('Not sent yet')")
            #expect(try await browser.value(of: "#caption") == "")
            try await browser.click(".chosen li:first-child .others summary")
            try await browser.type("!", into: ".chosen li:first-child [name=caption]")
            try await browser.run("window.connect()")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.together') !== null")
            #expect(try await browser.run(Self.captions) as? [String] == ["A day at the pier!", "A day"])
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Chosen photos are moved by buttons or dragged, and posted in this order`(kind: Browser.Kind) async throws {
        try await post(in: kind) { browser, server in
            try await chooseTwo(browser)
            let keepsFocus = try await browser.run(
                """
                const button = document.querySelector(".chosen li:last-child .earlier");
                button.focus();
                button.click();
                return document.activeElement === button;
                """)
            #expect(keepsFocus as? Bool == true)
            #expect(try await browser.texts(".chosen .name") == ["two.jpg", "one.jpg"])
            #expect(try await browser.texts(".preparing") == ["1 of 2"])
            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 2")
            #expect(try await browser.texts(".chosen .name") == ["two.jpg", "one.jpg"])
            // A driver's mouse drags nothing in some browsers.
            try await browser.run(
                """
                const [first, last] = document.querySelectorAll(".chosen .preview");
                const options = {bubbles: true, cancelable: true, dataTransfer: new DataTransfer()};
                first.dispatchEvent(new DragEvent("dragstart", options));
                last.dispatchEvent(new DragEvent("dragover", options));
                last.dispatchEvent(new DragEvent("drop", options));
                first.dispatchEvent(new DragEvent("dragend", options));
                """)
            #expect(try await browser.texts(".chosen .name") == ["one.jpg", "two.jpg"])
            for (number, caption) in zip(1..., ["First", "Second"]) {
                try await browser.click(".chosen li:nth-child(\(number)) .others summary")
                try await browser.type(caption, into: ".chosen li:nth-child(\(number)) [name=caption]")
            }
            try await browser.click(".chosen li:first-child .later")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.together') !== null")
            #expect(try await browser.run(Self.captions) as? [String] == ["Second", "First"])
        }
    }

    /// Posts a photo and opens the form for its texts.
    private func openTexts(of caption: String, _ browser: Browser) async throws {
        try await choose(browser)
        try await browser.type(caption, into: "[name=caption]")
        try await browser.click(".post .main")
        try await browser.wait(for: "document.querySelector('.card .caption') !== null")
        try await browser.click(".card .picture")
        try await openForm(browser)
    }

    private func openForm(_ browser: Browser) async throws {
        try await browser.wait(for: "document.querySelector('.edit[data-draft]') !== null")
        try await browser.click("#photo-menu summary")
        try await browser.click("#photo-menu [href='#texts']")
    }

    @Test(arguments: Browser.Kind.allCases)
    func
        `What is written about a photo is still there if it can't be saved, while it is, and at a network's sign-in page`(
            kind: Browser.Kind
        ) async throws
    {
        try await post(in: kind) { browser, _ in
            try await openTexts(of: "On the beech", browser)
            try await browser.type("!", into: ".edit [name=caption]")
            try await browser.run("window.fetch = () => Promise.reject(new TypeError('offline'))")
            try await browser.click(".edit .button")
            try await browser.wait(for: "document.querySelector('.edit + .error') !== null")
            try await browser.reload()
            try await browser.wait(for: "document.querySelector('.edit [name=caption]')?.value === 'On the beech!'")
            try await browser.click(".edit .button")
            try await browser.wait(
                for: """
                    document.readyState === 'complete'
                        && document.querySelector('.talk .caption')?.innerText === 'On the beech!'
                    """)
            #expect(try await browser.attribute("open", of: ".edit") == nil)

            try await openForm(browser)
            try await browser.type(" at noon", into: ".edit [name=caption]")
            try await browser.run(
                """
                const original = window.fetch;
                window.fetch = async (address, options) => {
                    const answer = await original(address, options);
                    if (options?.method === "POST") await new Promise(done => window.release = done);
                    return answer;
                };
                """)
            try await browser.click(".edit .button")
            try await browser.wait(for: "window.release !== undefined")
            try await browser.type(", after a swim", into: ".edit [name=caption]")
            try await browser.run("release()")
            try await browser.wait(
                for: "document.querySelector('.edit [name=caption]').defaultValue === 'On the beech! at noon'")
            try await browser.reload()
            try await browser.wait(
                for:
                    "document.querySelector('.edit[open] [name=caption]')?.value === 'On the beech! at noon, after a swim'"
            )
            #expect(
                try await browser.run("return document.querySelector('.talk .caption').innerText") as? String
                    == "On the beech! at noon")

            try await browser.run(
                """
                window.fetch = () => Promise.resolve(new Response("<html>", {headers: {"Content-Type": "text/html"}}));
                """)
            try await browser.click(".edit .button")
            try await browser.wait(for: "document.querySelector('.edit + .error') !== null")
            try await browser.reload()
            try await browser.wait(
                for:
                    "document.querySelector('.edit[open] [name=caption]')?.value === 'On the beech! at noon, after a swim'"
            )
        }
    }

    @Test func `Two pages that describe one photo keep both's texts; a file without a photo is refused`() async throws {
        let text = home.folder.url.appending(path: "text.jpg")
        try Data("not a photo".utf8).write(to: text)
        try await post { browser, server in
            try await choose(browser)
            try await browser.type("On the beach", into: "[name=caption]")
            // As another page of the same browser does.
            try await browser.run(
                """
                const key = Object.keys(localStorage).find(key => key.includes("entry "));
                const entry = JSON.parse(localStorage.getItem(key));
                entry.texts.caption = "On the beach at noon";
                localStorage.setItem(key, JSON.stringify(entry));
                """)
            try await browser.click(".others summary")
            try await browser.type("Nafplio", into: "[name=location]")
            #expect(try await browser.value(of: ".chosen [name=caption]") == "On the beach at noon")
            try await browser.click(".post .main")
            try await browser.wait(
                for: "document.querySelector('.card .caption')?.innerText === 'On the beach at noon'")
            #expect(try await browser.texts(".card .place").first == "Nafplio")

            try await browser.open(server.address + "/post")
            try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
            // Without a preview, the refusal isn't known yet.
            try await browser.run("window.fetch = () => Promise.reject(new TypeError('offline'))")
            try await browser.type(text.path(percentEncoded: false), into: "#files")
            try await browser.wait(for: "document.querySelectorAll('.chosen li').length === 1")
            try await choose(browser, as: 2)
            try await browser.wait(for: "document.querySelector('.post .main').dataset.count === '2'")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.preparing').innerText === 'Posted 1 of 1'")
            #expect(try await browser.attribute("data-count", of: ".post .main") == "0")
            #expect(try await browser.texts(".chosen .name") == ["text.jpg"])
            #expect(try await browser.texts(".chosen .state").first?.contains("isn’t a photo") == true)
            // The server would refuse the photo again.
            #expect(try await browser.attribute("aria-disabled", of: ".post .main") == "true")
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelector('#unsent .error') !== null")
            #expect(try await browser.texts("#unsent .again") == [""])
        }
    }

    @Test func `No count is shown of a post whose only photo isn't one`() async throws {
        let text = home.folder.url.appending(path: "text.jpg")
        try Data("not a photo".utf8).write(to: text)
        try await post { browser, _ in
            // Without a preview, the refusal isn't known yet.
            try await browser.run(
                """
                window.fetch = () => Promise.reject(new TypeError('offline'));
                window.shown = [];
                new MutationObserver(records => {
                    for (const {addedNodes} of records) window.shown.push(...[...addedNodes].map(node => node.data));
                }).observe(document.querySelector(".preparing"), {childList: true});
                """)
            try await browser.type(text.path(percentEncoded: false), into: "#files")
            try await browser.wait(for: "document.querySelector('.post .main').dataset.count === '1'")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.state').innerText.includes('isn’t a photo')")
            try await browser.wait(for: "document.querySelector('.preparing').innerText === ''")
            let shown = try #require(try await browser.run("return window.shown") as? [String])
            #expect(shown.contains("Posting 1 of 1") && !shown.contains { $0.contains("0") }, "\(shown)")
        }
    }
}
