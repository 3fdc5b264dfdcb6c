import Foundation
import TestSupport
import Testing

/// Files that aren't photos, chosen beside a photo in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebRefusedFilesTests {
    private let home = Home()
    private let files: [URL]

    init() throws {
        let folder = home.folder.url
        files = ["text.jpg", "holiday.jpg"].map { folder.appending(path: $0) }
        try Data("not a photo".utf8).write(to: files[0])
        try TestPicture.data("orientation-6.jpg").write(to: files[1])
    }

    /// Opens the page that posts photos.
    private func openPost(_ browser: Browser, _ server: ProgramServer) async throws {
        try await browser.open(server.address + "/post")
        try await browser.wait(for: "document.querySelector('.post .main')?.disabled")
    }

    /// Waits until the photo is posted, and the other file is refused.
    private func waitForRefusal(_ browser: Browser) async throws {
        try await browser.wait(for: "document.querySelector('.preparing').innerText === 'Posted 1 of 1'")
        #expect(try await browser.texts(".chosen .name") == ["text.jpg"])
        #expect(try await browser.texts(".chosen .state").first?.contains("isn’t a photo") == true)
        #expect(try await browser.attribute("data-count", of: ".post .main") == "0")
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A refused file says why, isn't counted, stays when the photo is posted, and is removed by a tap`(
        kind: Browser.Kind
    ) async throws {
        try await home.serveMaria(may: "post", in: .init(kind: kind)) { browser, maria, server in
            try await browser.join(maria)
            try await openPost(browser, server)
            try await browser.choose(files, count: 2)
            try await browser.wait(
                for: "document.querySelector('.chosen .state').innerText.includes('isn’t a photo')")
            #expect(try await browser.attribute("data-count", of: ".post .main") == "1")
            try await browser.click(".chosen li:last-child .earlier")
            #expect(try await browser.texts(".chosen .name") == ["holiday.jpg", "text.jpg"])
            #expect(try await browser.texts(".preparing") == ["1 of 1"])
            try await browser.click(".post .main")
            try await waitForRefusal(browser)
            try await browser.click(".chosen .remove")
            try await browser.wait(for: "document.querySelector('.chosen li') === null")
        }
    }

    @Test(arguments: Browser.Kind.allCases)
    func `A saved page posts the photo once there is a connection, and no longer says that there is none`(
        kind: Browser.Kind
    ) async throws {
        let photos = try PhotoFolder()
        var server = try await home.serve(photos, isPublic: false)
        let maria = try await home.invite("maria", may: "post")
        try await Browser.with(.init(kind: kind)) { browser in
            try await browser.join(maria)
            // Only then the page's scripts are saved, too.
            try await browser.wait(for: "navigator.serviceWorker.controller !== null")
            try await openPost(browser, server)
            try await browser.wait(for: "caches.match(location.href)")
            await server.stop()
            try await openPost(browser, server)
            try await browser.wait(for: "!document.querySelector('.offline').hidden")
            try await browser.choose(files, count: 2)
            try await browser.type("From the train", into: "#caption")
            try await browser.click(".post .main")
            try await browser.wait(for: "document.querySelector('.preparing').innerText === 'Not sent yet: 2'")
            server = try await home.serve(photos, host: server.host, port: server.port, isPublic: false)
            try await browser.run("dispatchEvent(new Event('online'))")
            // The refused file keeps the page open.
            try await waitForRefusal(browser)
            try await browser.wait(for: "document.querySelector('.offline').hidden")
            try await browser.open(server.address + "/")
            #expect(try await browser.texts(".card .caption").first == "From the train")
        }
        await server.stop()
    }
}
