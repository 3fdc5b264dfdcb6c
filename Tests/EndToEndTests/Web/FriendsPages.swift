import Foundation
import TestSupport
import Testing

/// The owner and friends in the web app, each in a separate browser.
///
/// bob leaves the page of the photo open, so he sees changes there without loading it again. A page can't lose an
/// answer, so a script takes it away: then the page sends the same again, as it does after a real loss. Scripts don't
/// wait, because WebKit never answers one whose page is left.
final class FriendsPages: FriendsDriver {
    private let address: String
    private let ownerLink: String?
    private let settings: Browser.Settings
    private var browsers: [String: Browser] = [:]
    /// Whether the page of maria's deleted photo told bob so by itself.
    private var hasNoticedDeletion = false

    init(_ kind: Browser.Kind, server: ProgramServer) {
        (address, ownerLink, settings) = (server.address, server.ownerLink, Browser.Settings(kind: kind))
    }

    private func browser(of name: String) async throws -> Browser {
        if let browser = browsers[name] { return browser }
        let browser = try await Browser.take(settings)
        browsers[name] = browser
        return browser
    }

    private var maria: Browser { get async throws { try await browser(of: "maria") } }
    private var bob: Browser { get async throws { try await browser(of: "bob") } }
    private var owner: Browser { get async throws { try await browser(of: "owner") } }

    func invite(_ name: String) async throws {
        let isFirst = browsers["owner"] == nil
        let (owner, friend) = (try await owner, try await browser(of: name))
        if isFirst { try await owner.join(try #require(ownerLink)) }
        try await owner.open(address + "/people")
        if isFirst { try await owner.type("Anna", into: "#own") }
        try await owner.type(name, into: "#name")
        try await owner.run("document.querySelector('#may').value = 'post'")
        try await owner.click(".invite .button")
        let link = try await owner.invitationLink()
        try await friend.join(link)
        try await openOldest(friend)
    }

    /// Leads from the feed to its oldest photo.
    private func openOldest(_ browser: Browser) async throws {
        try await browser.click(".feed > :last-child .comments")
        try await browser.wait(for: "document.querySelector('#comments') !== null")
    }

    private func openNewest(_ browser: Browser) async throws {
        try await browser.open(address + "/")
        try await browser.click(".card .picture")
        try await browser.wait(for: "document.querySelector('#comments') !== null")
    }

    func comment(_ message: String, isAnswerLost: Bool) async throws {
        let maria = try await maria
        if isAnswerLost {
            try await maria.run(
                """
                const send = window.fetch;
                window.fetch = async (...call) => {
                    const answer = await send(...call);
                    if (call[1]?.method !== "POST") return answer;
                    window.fetch = send;
                    throw new TypeError("the answer is lost");
                };
                """)
        }
        try await maria.comment(message)
        let item = isAnswerLost ? "li.pending" : "li:not(.pending)"
        try await maria.wait(for: "document.querySelector('.conversation \(item)') !== null")
    }

    func sendCommentAgain() async throws {
        let maria = try await maria
        try await maria.reload()
        try await maria.wait(
            for: """
                document.querySelector('.conversation li:not(.pending)') !== null &&
                document.querySelector('.pending') === null
                """)
    }

    func deleteComment() async throws {
        let maria = try await maria
        try await maria.click(".menu summary")
        try await maria.click(".menu .delete summary")
        try await maria.click(".menu [value=delete]")
        try await maria.wait(for: "document.querySelector('.conversation li') === null")
    }

    func react() async throws {
        let maria = try await maria
        try await maria.run("document.querySelector('.reactions').scrollIntoView({block: 'center'})")
        try await maria.click(".reactions [value=heart]")
        // The names are the server's.
        try await maria.wait(for: "document.querySelector('[name=unreact]:not([title=\"\"])') !== null")
    }

    func isRefused() async throws -> Bool {
        let maria = try await maria
        try await maria.reload()
        // An open page has the form.
        let status = try await maria.run(
            """
            if (document.querySelector(".composer")) return 0;
            const fields = {do: "post", comment: crypto.randomUUID(), message: "hello"};
            const request = new XMLHttpRequest();
            request.open("POST", location.pathname, false);
            request.send(new URLSearchParams(fields));
            return request.status;
            """)
        return (status as? Int ?? 0) / 100 == 4
    }

    func post(_ file: URL, caption: String, isAnswerLost: Bool) async throws {
        let maria = try await maria
        try await maria.open(address + "/post")
        if isAnswerLost {
            try await maria.run(
                """
                const send = XMLHttpRequest.prototype.send;
                XMLHttpRequest.prototype.send = function(body) {
                    XMLHttpRequest.prototype.send = send;
                    Object.defineProperty(this, "status", {get: () => 0});
                    send.call(this, body);
                };
                """)
        }
        try await maria.type(file.path(percentEncoded: false), into: "#files")
        try await maria.wait(for: "document.querySelectorAll('.chosen li').length === 1")
        try await maria.type(caption, into: "[name=caption]")
        try await maria.click(".post .main")
        try await maria.wait(
            for: isAnswerLost
                ? "document.querySelector('.state').innerText !== ''" : "document.querySelector('.feed') !== null")
    }

    func sendPhotoAgain() async throws {
        let maria = try await maria
        try await maria.click(".post .main")
        try await maria.wait(for: "document.querySelector('.feed') !== null")
    }

    func changeCaption(to caption: String) async throws {
        let maria = try await maria
        try await openNewest(maria)
        try await maria.click("#photo-menu summary")
        try await maria.click("#photo-menu [href='#texts']")
        try await maria.run("document.querySelector('.edit [name=caption]').value = ''")
        try await maria.type(caption, into: ".edit [name=caption]")
        try await maria.click(".edit .button")
    }

    func deletePhoto() async throws {
        let maria = try await maria
        try await openNewest(try await bob)
        try await openNewest(maria)
        try await maria.click("#photo-menu summary")
        try await maria.click("#delete-photo summary")
        try await maria.click("[value=delete-photo]")
        try await maria.wait(for: "document.querySelector('.feed') !== null")
        try await bob.wait(forNews: "document.querySelector('.notice') !== null")
        hasNoticedDeletion = true
    }

    func hideComment() async throws {
        let owner = try await owner
        try await owner.open(address + "/")
        try await openOldest(owner)
        try await owner.click(".conversation .menu summary")
        try await owner.click(".conversation .menu [value=hide]")
        try await owner.wait(for: "document.querySelector('.conversation .hidden') !== null")
    }

    func closeComments() async throws {
        let owner = try await owner
        try await owner.open(address + "/")
        try await openOldest(owner)
        try await owner.click("#photo-menu summary")
        try await owner.click("[value=close]")
        try await owner.wait(for: "document.querySelector('[value=reopen]:not([hidden])') !== null")
    }

    func hidePhoto() async throws {
        let owner = try await owner
        try await openNewest(owner)
        try await owner.click("#photo-menu summary")
        try await owner.click("#hide-photo summary")
        try await owner.click("[value=hide-photo]")
        try await owner.wait(for: "document.querySelector('.feed') !== null")
    }

    func remove(_ name: String) async throws {
        let owner = try await owner
        try await owner.open(address + "/people")
        try await owner.click(".menu:has([value=\(name)]) summary")
        try await owner.click(".menu:has([value=\(name)]) [value=remove]")
        try await owner.click(".question .destructive")
        try await owner.wait(for: "document.querySelector('.menu [value=\(name)]') === null")
    }

    func comments() async throws -> [String] {
        try await lines(
            """
            return [...document.querySelectorAll(".conversation li")].map(comment =>
                `${comment.querySelector(".author").innerText.trim()}: ${comment.querySelector(".message").innerText}`)
            """)
    }

    func reactions() async throws -> [String] {
        try await lines(
            """
            return [...document.querySelectorAll(".reactions [title]:not([title=''])")].map(reaction =>
                `${reaction.title}: ${reaction.value}`)
            """)
    }

    private func lines(_ script: String) async throws -> [String] {
        // As when bob returns to the page. Without this, it asks for changes every three seconds.
        try await bob.run("document.dispatchEvent(new Event('visibilitychange'));" + script) as? [String] ?? []
    }

    func photos() async throws -> [FriendsPhoto] {
        let bob = try await bob
        try await bob.open(address + "/")
        let cards = try await bob.run(
            """
            return [...document.querySelectorAll(".card")].map(card =>
                [".author", ".caption", ".place"].map(part => card.querySelector(part)?.innerText.trim()))
            """)
        return (cards as? [[Any]] ?? []).map {
            FriendsPhoto(author: $0[0] as? String, caption: $0[1] as? String, location: $0[2] as? String)
        }
    }

    func newestImage() async throws -> Data {
        let bob = try await bob
        let text = try await bob.run(
            """
            const request = new XMLHttpRequest();
            request.open("GET", document.images[0].currentSrc || document.images[0].src, false);
            request.overrideMimeType("text/plain; charset=x-user-defined");
            request.send();
            return btoa(Array.from(request.responseText, byte => String.fromCharCode(byte.charCodeAt(0) & 255)).join(""));
            """)
        return Data(base64Encoded: text as? String ?? "") ?? Data()
    }

    func isNoticed(_ change: FriendsChange) async throws -> Bool {
        switch change {
        case .comment(let message): try await comments() == ["maria: \(message)"]
        case .deletedComment: try await comments().isEmpty
        case .deletedPhoto: hasNoticedDeletion
        }
    }

    func end() async {
        for browser in browsers.values { await browser.giveBack(settings) }
    }
}
