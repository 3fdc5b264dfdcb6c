import Foundation
import TestSupport
import Testing

/// A friend's text in a real browser stays until the server has it or the friend discards it.
@Suite(.oneAtATime, .sharesBrowsers) struct WebUnsentTests {
    private let home = Home()

    /// Opens the comments on the newest photo, and returns the photo's address.
    private func openComments(_ browser: Browser, at server: ProgramServer) async throws -> URL {
        try await browser.open(server.address + "/")
        try await browser.click(".card .comments")
        try await browser.wait(for: "document.querySelector('.composer') !== null")
        return try #require(URL(string: try await browser.address))
    }

    /// Writes a comment while the page has no connection.
    private func writeOffline(_ text: String, _ browser: Browser) async throws {
        try await browser.run("window.fetch = () => Promise.reject(new TypeError('offline'))")
        try await browser.comment(text)
        try await browser.wait(
            for: "[...document.querySelectorAll('.pending .message')].some(message => message.innerText === '\(text)')")
    }

    /// Returns the texts in the comments at one moment, because a page replaces them whenever one arrives.
    private func shown(_ selector: String, _ browser: Browser) async throws -> [String] {
        try await browser.run(
            """
            return [...document.querySelectorAll(".conversation li:not(.pending) \(selector)")].map(text => text.innerText.trim())
            """) as? [String] ?? []
    }

    private func messages(_ browser: Browser, at photo: URL) async throws -> [String] {
        try await browser.open("about:blank")
        try await browser.open(photo.absoluteString)
        return try await shown(".message", browser)
    }

    @Test(arguments: Browser.Kind.allCases)
    func
        `What one person wrote isn't sent as the next one, not even from a page that is still open, and waits for its author`(
            kind: Browser.Kind
        ) async throws
    {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, server in
            let bob = try await home.invite("bob")
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            try await writeOffline("from maria", browser)
            try await browser.open("about:blank")
            try await browser.join(bob)
            _ = try await openComments(browser, at: server)
            try await browser.comment("from bob")
            try await browser.waitForComments(3)
            #expect(try await browser.count(".pending") == 0)
            #expect(try await messages(browser, at: photo).last == "from bob")
            try await browser.open(server.address + "/")
            try await browser.signOut()
            try await browser.wait(for: "document.querySelector('#link') !== null")
            try await browser.join(maria)
            // The feed sends it.
            try await browser.wait(
                for: "fetch('\(photo.path)').then(page => page.text()).then(text => text.includes('from maria'))")
            _ = try await messages(browser, at: photo)
            #expect(try await shown(".author", browser).suffix(2) == ["bob", "maria"])

            // Bob signs in, as on another page of the same browser.
            try await browser.run(
                """
                const join = fields => fetch('/join', {
                    method: "POST", body: new URLSearchParams({link: '\(bob)', ...fields}),
                });
                return join({}).then(question => question.text()).then(question => join({
                    continue: question.match(/name="continue" value="([^"]+)"/)[1],
                })).then(answer => answer.status)
                """)
            try await browser.type("again from maria", into: ".composer textarea")
            try await browser.run("window.isOld = true")
            try await browser.click(".composer .button")
            try await browser.wait(for: "window.isOld !== true && document.querySelector('.composer') !== null")
            #expect(try await messages(browser, at: photo).count == 4)
            try await browser.join(maria)
            try await browser.wait(
                for: "fetch('\(photo.path)').then(page => page.text()).then(text => text.includes('again from maria'))")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The feed shows a comment that waits, and sends it`(kind: Browser.Kind) async throws {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria")
        try await Browser.with(.init(kind: kind)) { browser in
            try await browser.join(maria)
            try await browser.wait(for: "caches.match(location.href)")
            // A person without drafts needs no script for them.
            let scripts = "return performance.getEntriesByType('resource').map(entry => entry.name)"
            let loaded = try await browser.run(scripts) as? [String] ?? []
            #expect(loaded.contains { $0.hasSuffix("/app.js") } && !loaded.contains { $0.hasSuffix("/written.js") })
            let photo = try await openComments(browser, at: server)
            await server.stop()
            try await browser.comment("from the train")
            try await browser.wait(for: "document.querySelector('.pending') !== null")
            try await browser.open(server.address + "/")
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent summary") == ["Not sent yet: 1"])
            // The script contains the style.
            try await browser.wait(
                for: "parseFloat(getComputedStyle(document.querySelector('#unsent')).paddingInlineStart) > 0")
            try await browser.click("#unsent summary")
            #expect(try await browser.texts("#unsent .message") == ["from the train"])
            #expect(try await browser.attribute("href", of: "#unsent a") == photo.path + "#comments")
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            // Once, because the saved feed loads the newer one then.
            try await browser.run("dispatchEvent(new Event('online'))")
            try await browser.wait(
                for: "fetch('\(photo.path)').then(page => page.text()).then(text => text.includes('from the train'))")
            try await browser.wait(
                for: "document.querySelector('#unsent').hidden && Object.keys(localStorage).length === 0")
            #expect(try await messages(browser, at: photo).last == "from the train")
        }
        await server.stop()
    }

    @Test func `What a friend wrote before they were revoked waits until they are invited again`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            try await writeOffline("not sent", browser)
            try await browser.type("a draft", into: ".composer textarea")
            // As after a second try.
            try await browser.run(
                """
                const key = Object.keys(localStorage).find(key => key.includes(" entry "));
                localStorage[key] = JSON.stringify({...JSON.parse(localStorage[key]), status: null, reason: null});
                """)
            _ = try await home.run(["revoke", "maria"] + home.stateOption)
            try await browser.join(try await home.invite("bob"))
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent") == [""])
            try await browser.signOut()
            try await browser.wait(for: "document.querySelector('#link') !== null")
            // Another server on this host has a person of this name, too.
            try await browser.run(
                """
                localStorage["person other"] = JSON.stringify(["/other", "maria"]);
                localStorage["written other draft /x"] = JSON.stringify("for the other server");
                """)
            try await browser.join(try await home.invite("maria"))
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent summary") == ["Not sent yet: 2"])
            #expect(try await browser.texts("#unsent .message") == ["not sent", "a draft"])
            try await browser.click("#unsent .again")
            try await browser.wait(for: "document.querySelectorAll('#unsent li').length === 1")
            #expect(try await messages(browser, at: photo).last == "not sent")
            #expect(try await browser.value(of: ".composer textarea") == "a draft")
        }
    }

    @Test func `A comment that is refused later stays with the reason until the friend decides`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            for message in ["the first", "the second"] { try await writeOffline(message, browser) }
            _ = try await home.run(["close", photo.lastPathComponent] + home.stateOption)
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelectorAll('#unsent .error').length === 2")
            #expect(try await browser.texts("#unsent .message") == ["the first", "the second"])
            #expect(
                try await browser.texts("#unsent .error").first == "The owner has closed the comments on this photo.")
            // A closed list stays closed.
            try await browser.click("#unsent summary")
            try await browser.reload()
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent summary") == ["Not sent yet: 2"])
            #expect(try await browser.attribute("open", of: "#unsent") == nil)
            try await browser.click("#unsent summary")
            _ = try await home.run(["reopen", photo.lastPathComponent] + home.stateOption)
            try await browser.click("#unsent .discard")
            #expect(try await browser.texts("#unsent .message").count == 2)
            try await browser.click("#unsent .discard")
            try await browser.wait(for: "document.querySelectorAll('#unsent li').length === 1")
            #expect(try await browser.run("return document.activeElement.localName") as? String == "summary")
            try await browser.open(photo.absoluteString)
            try await browser.wait(for: "document.querySelector('.pending .error') !== null")
            try await browser.click(".pending .again")
            try await browser.waitForComments(3)
            #expect(try await browser.texts(".message").last == "the second")
            #expect(try await browser.count(".pending") == 0)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `Signing out asks first if something isn't sent; offline it deletes nothing`(kind: Browser.Kind) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, server in
            let bob = try await home.invite("bob")
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            _ = try await home.run(["close", photo.lastPathComponent] + home.stateOption)
            try await writeOffline("not sent", browser)
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelector('#unsent .error') !== null")
            try await browser.signOut()
            #expect(
                try await browser.texts("form[action$='/sign-out'] .error")
                    == ["Not sent yet: 1. Signing out deletes what isn’t sent yet."])
            try await browser.click("form[action$='/sign-out'] button")
            try await browser.wait(for: "document.querySelector('#link') !== null")
            try await browser.join(maria)
            try await browser.waitForUnsent()
            #expect(try await browser.texts("#unsent") == [""])
            #expect(try await browser.run("return Object.keys(localStorage).length") as? Int == 0)

            // The next person goes back to the previous person's pages.
            _ = try await home.run(["reopen", photo.lastPathComponent] + home.stateOption)
            _ = try await openComments(browser, at: server)
            try await browser.type("a secret", into: ".composer textarea")
            let id = try await browser.run("return document.documentElement.dataset.person") as? String
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelector('#unsent .message') !== null")
            try await browser.signOut()
            try await browser.click("form[action$='/sign-out'] button")
            try await browser.wait(for: "document.querySelector('#link') !== null")
            try await browser.join(bob)
            for _ in 0..<5 {
                try await browser.back()
                try await browser.wait(
                    for: """
                        document.documentElement.dataset.person !== '\(try #require(id))'
                            && !document.body.textContent.includes('a secret')
                            && [...document.querySelectorAll('textarea')].every(field => field.value === '')
                        """)
            }

            try await browser.join(maria)
            _ = try await openComments(browser, at: server)
            try await browser.type("not lost", into: ".composer textarea")
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelector('#unsent .message') !== null")
            await server.stop()
            try await browser.signOut()
            try await browser.click("form[action$='/sign-out'] button")
            try await browser.wait(
                for: """
                    document.querySelector("form[action$='/sign-out'] .error")?.textContent
                        === 'The server can’t be reached. Try again later.'
                    """)
            let kept = try await browser.run("return Object.values(localStorage).join()") as? String
            #expect(kept?.contains("not lost") == true)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `What a friend is writing is there again after a reload, until it is sent`(kind: Browser.Kind) async throws {
        try await home.serveMaria(in: .init(kind: kind)) { browser, maria, server in
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            try await browser.type("half a sen", into: ".composer textarea")
            // The bar may lie over the arrow.
            try await browser.run("scrollTo(0, 0)")
            try await browser.click(".turn.older")
            try await browser.wait(for: "document.querySelector('.turn.newer') !== null")
            #expect(try await browser.value(of: ".composer textarea") == "")
            try await browser.click(".turn.newer")
            try await browser.wait(for: "location.pathname === '\(photo.path)'")
            try await browser.reload()
            try await browser.wait(for: "document.querySelector('.composer textarea').value === 'half a sen'")
            try await browser.comment("tence")
            try await browser.waitForComments(3)
            #expect(try await messages(browser, at: photo).last == "half a sentence")
            #expect(try await browser.value(of: ".composer textarea") == "")
        }
    }

    @Test func `A reaction waits behind an earlier comment, and only the last wish is sent`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await browser.join(maria)
            _ = try await openComments(browser, at: server)
            try await browser.run("window.send = window.fetch")
            try await writeOffline("before it", browser)
            for name in ["unreact", "react", "unreact"] {
                try await browser.run("document.querySelector('.reactions [value=heart]').click()")
                try await browser.wait(
                    for: """
                        [".reactions [value=heart]", ".about .heart"].every(heart =>
                            document.querySelector(heart).name === "\(name)" &&
                            document.querySelector(heart).ariaPressed === "\(name == "unreact")")
                        """)
            }
            // A proxy's page isn't one of the server's.
            try await browser.run(
                """
                window.tries = 0;
                window.fetch = async (...call) => {
                    if (call[1]?.method === "POST") window.tries++;
                    return new Response("<p>Bad Gateway", {status: 502});
                };
                dispatchEvent(new Event("online"));
                """)
            try await browser.wait(for: "window.tries === 2")
            try await browser.run(
                """
                window.sent = [];
                window.fetch = (...call) => {
                    if (call[1]?.method === "POST") window.sent.push(call[1].body.get("do") ?? String(call[1].body));
                    return window.send(...call);
                };
                dispatchEvent(new Event("online"));
                """)
            try await browser.wait(
                for: """
                    document.querySelector(".reactions [value=heart]").innerText === "❤️ 1" &&
                        document.querySelectorAll(".conversation li:not(.pending)").length === 3
                    """)
            #expect(try await browser.run("return window.sent.join()") as? String == "post,react=heart")
            #expect(try await browser.texts(".about .heart") == ["1"])
            #expect(try await browser.count("#comments .error") == 0)
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `The first heart in the feed may be given offline, and is sent later`(kind: Browser.Kind) async throws {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria")
        try await Browser.with(.init(kind: kind)) { browser in
            try await browser.join(maria)
            // The worker has saved the scripts for it.
            try await browser.wait(for: "caches.match(location.href)")
            try await browser.wait(
                for: """
                    caches.open("/files").then(async files =>
                        (await files.keys()).some(({url}) => url.endsWith("/forms.css")))
                    """)
            await server.stop()
            try await browser.click(".card .heart")
            try await browser.wait(for: "document.querySelector('.card .heart').name === 'unreact'")
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelector('.card .heart').name === 'unreact'")
            #expect(try await browser.attribute("aria-pressed", of: ".card .heart") == "true")
            #expect(try await browser.texts("#unsent") == [""])
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            // Once, because the saved feed loads the newer one then.
            try await browser.run("dispatchEvent(new Event('online'))")
            try await browser.wait(
                for: """
                    document.querySelector(".card .liked")?.innerText === "maria" &&
                        document.querySelector(".card .heart").textContent === "1" &&
                        Object.keys(localStorage).length === 0
                    """)
        }
        await server.stop()
    }

    @Test func `A refused reaction is taken back with the reason, which waits on other pages`() async throws {
        try await home.serveMaria { browser, maria, server in
            let reason = "The owner has closed the comments on this photo."
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            try await browser.run("window.fetch = () => Promise.reject(new TypeError('offline'))")
            try await browser.click(".about .heart")
            try await browser.wait(for: "document.querySelector('.about .heart').name === 'unreact'")
            _ = try await home.run(["close", photo.lastPathComponent] + home.stateOption)
            try await browser.open(server.address + "/activity")
            try await browser.wait(for: "document.querySelector('#unsent .error') !== null")
            #expect(try await browser.texts("#unsent .message") == ["Heart"])
            #expect(try await browser.texts("#unsent .error") == [reason])
            for _ in 0..<2 { try await browser.click("#unsent .discard") }
            try await browser.wait(for: "document.querySelector('#unsent').hidden")

            _ = try await home.run(["reopen", photo.lastPathComponent] + home.stateOption)
            try await browser.open(server.address + "/")
            // News would replace the heart.
            try await browser.run(
                """
                const send = window.fetch;
                window.fetch = (...call) =>
                    String(call[0]).includes("/changes?") ? new Promise(() => {}) : send(...call);
                """)
            _ = try await home.run(["close", photo.lastPathComponent] + home.stateOption)
            try await browser.click(".card button.heart")
            try await browser.wait(for: "document.querySelector('.card .error')?.textContent === '\(reason)'")
            #expect(try await browser.attribute("aria-pressed", of: ".card .heart") == "false")
            // The number of the last activity stays.
            let kept = try await browser.run(
                "return Object.keys(localStorage).filter(key => !/^activity/.test(key)).length")
            #expect(kept as? Int == 0)
        }
    }

    @Test func `What a friend was writing is shown when its field is gone, until they discard it`() async throws {
        try await home.serveMaria { browser, maria, server in
            let olga = try await home.invite("olga", may: "admin")
            try await browser.join(maria)
            try await Browser.with { owner in
                try await owner.join(olga)
                for command in ["close", "hide"] {
                    let photo = try await openComments(browser, at: server)
                    try await browser.type("half a sen", into: ".composer textarea")
                    try await owner.open(photo.absoluteString)
                    try await owner.click("#photo-menu summary")
                    if command == "hide" { try await owner.click("#hide-photo summary") }
                    try await owner.click(command == "hide" ? "[value=hide-photo]" : "[value=close]")
                    try await browser.wait(
                        forNews: "document.querySelector('#unsent[open] .message')?.innerText === 'half a sen'")
                    try await browser.open(server.address + "/")
                    try await browser.click("#unsent summary")
                    try await browser.click("#unsent .discard")
                    try await browser.click("#unsent .discard")
                    try await browser.wait(for: "document.querySelector('#unsent').hidden")
                    #expect(try await browser.run("return Object.keys(localStorage).length") as? Int == 0)
                    _ = try await home.run(["reopen", photo.lastPathComponent] + home.stateOption)
                }
            }
        }
    }

    /// Writes a comment, and opens the form for changing it.
    private func openChange(of text: String, _ browser: Browser) async throws {
        try await browser.comment(text)
        try await browser.wait(for: "document.querySelector('.conversation .menu') !== null")
        try await browser.click(".conversation .menu summary")
        try await browser.click(".conversation .change summary")
    }

    @Test func `What is written while an edit is saved stays; an edit whose answer was lost is done`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await browser.join(maria)
            _ = try await openComments(browser, at: server)
            try await openChange(of: "one", browser)
            try await browser.run(
                """
                window.send = window.fetch;
                window.fetch = async (...parts) => {
                    const answer = await window.send(...parts);
                    if (parts[1]?.method === "POST") await new Promise(done => window.arrive = done);
                    return answer;
                };
                """)
            try await browser.type(" two", into: ".change textarea")
            try await browser.click(".change .button")
            try await browser.wait(for: "window.arrive !== undefined")
            try await browser.run("for (const menu of document.querySelectorAll('li .menu, .change')) menu.open = true")
            try await browser.type(" three", into: ".change textarea")
            try await browser.run(
                """
                window.fetch = async (...parts) => {
                    const answer = await window.send(...parts);
                    if (parts[1]?.method === "POST") throw new TypeError("lost");
                    return answer;
                };
                window.arrive();
                """)
            let message = "document.querySelector('li:nth-child(3) .message').innerText"
            let field = "document.querySelector('.change[open] textarea')?.value"
            try await browser.wait(for: "\(message) === 'one two' && \(field) === 'one two three'")
            try await browser.click(".change .button")
            try await browser.wait(for: "\(message) === 'one two three' && Object.keys(localStorage).length === 0")
            #expect(try await browser.texts("#unsent li").isEmpty)
        }
    }

    @Test func `What two pages write in place of a comment stays, and is shown when that is deleted`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await browser.join(maria)
            _ = try await openComments(browser, at: server)
            try await openChange(of: "one", browser)
            try await browser.type("!", into: ".change textarea")
            let key = "Object.keys(localStorage).find(key => key.includes('#comment-'))"
            try await browser.run("localStorage.setItem(\(key), JSON.stringify({message: 'elsewhere'}))")
            try await browser.type("!", into: ".change textarea")
            try await browser.run(
                """
                const fields = {do: "delete", comment: document.querySelector("li:has(.menu)").id.slice(8)};
                const headers = {Accept: "text/html"};
                return fetch(location.pathname, {method: "POST", body: new URLSearchParams(fields), headers})
                    .then(answer => answer.status);
                """)
            try await browser.wait(for: "document.querySelectorAll('#unsent[open] .message').length === 2")
            #expect(try await Set(browser.texts("#unsent .message")) == ["one!!", "elsewhere"])
        }
    }

    @Test func `Two pages of a browser keep what is written in each, and send both`() async throws {
        try await home.serveMaria { browser, maria, server in
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            try await browser.type("from here", into: ".composer textarea")
            let key = "Object.keys(localStorage).find(key => key.endsWith('\(photo.path)'))"
            try await browser.run("localStorage.setItem(\(key), JSON.stringify('from another page'))")
            try await browser.type("!", into: ".composer textarea")
            let written = """
                Object.keys(localStorage).filter(key => key.startsWith("written ")).map(key => JSON.parse(localStorage[key]))
                """
            #expect(
                try await browser.run("return \(written).sort().join()") as? String == "from another page,from here!")
            try await browser.reload()
            try await browser.wait(for: "document.querySelector('.composer textarea').value === 'from here!'")
            try await browser.waitForUnsent()
            #expect(
                try await browser.run("return document.querySelector('#unsent .message').textContent") as? String
                    == "from another page")
            try await browser.click(".composer .button")
            try await browser.waitForComments(3)
            #expect(try await browser.run("return \(written).join()") as? String == "from another page")
        }
    }

    // WebKit's private windows never stored files.
    @Test(arguments: Browser.Kind.fullyDriven)
    func `What an earlier version of the pages kept is sent once the friend says so`(kind: Browser.Kind) async throws {
        try await home.serveMaria(may: "post", in: .init(kind: kind)) { browser, maria, server in
            try await browser.join(maria)
            let photo = try await openComments(browser, at: server)
            try await browser.run(
                """
                const fields = {do: "post", comment: crypto.randomUUID(), message: "an old one"};
                localStorage.setItem("outbox", JSON.stringify([{address: location.pathname, fields}]));
                return (async () => {
                    const file = await (await fetch(document.images[0].currentSrc)).blob();
                    const request = indexedDB.open("outbox", 1);
                    const database = await new Promise(done => request.onsuccess = () => done(request.result));
                    const transaction = database.transaction("photos", "readwrite");
                    transaction.objectStore("photos").put({id: crypto.randomUUID(), order: 1, file, caption: "from before"});
                    await new Promise(done => transaction.oncomplete = done);
                    database.close();
                })();
                """)
            try await browser.open(server.address + "/")
            try await browser.wait(for: "document.querySelectorAll('#unsent .again').length === 2")
            try await browser.run("document.querySelectorAll('#unsent .again').forEach(button => button.click())")
            try await browser.wait(
                for: """
                    fetch('/').then(page => page.text()).then(async text => text.includes('from before') &&
                        (await (await fetch('\(photo.path)')).text()).includes('an old one'))
                    """)
            try await browser.wait(for: "Object.keys(localStorage).length === 0")
        }
    }
}
