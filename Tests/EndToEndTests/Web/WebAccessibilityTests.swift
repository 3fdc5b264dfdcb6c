import Foundation
import TestSupport
import Testing

/// The pages of the web app, as axe-core judges them.
@Suite(.oneAtATime, .sharesBrowsers) struct WebAccessibilityTests {
    /// How people may have set up their browsers.
    private static let settings: [[String: String]] = [
        ["prefers-color-scheme": "light"], ["prefers-color-scheme": "dark"], ["prefers-contrast": "more"],
        ["prefers-contrast": "more", "prefers-color-scheme": "dark"], ["forced-colors": "active"],
        ["forced-colors": "active", "prefers-color-scheme": "dark"],
    ]

    private let home = Home()
    private let axe: String

    init() throws {
        axe = try String(contentsOf: Checkout.file("axe_playwright_python/axe.min.js"), encoding: .utf8)
    }

    @Test func `Readers, friends and the owner find no barrier on any page`() async throws {
        let server = try await home.serve(PhotoFolder(count: 12), isPublic: false)
        let pictures = ["one.jpg", "two.jpg"].map { home.folder.url.appending(path: $0) }
        for picture in pictures { try TestPicture.data("orientation-6.jpg").write(to: picture) }
        try await Browser.with { owner in
            try await owner.open(server.address + "/")
            try await expectNoBarrier("the owner's address is missing", owner)
            try await owner.join(try #require(server.ownerLink))
            try await owner.open(server.address + "/people")
            try await owner.type("Anna", into: "#own")
            try await owner.type("a+b", into: "#name")
            try await owner.run("document.querySelector('.invite').noValidate = true")
            try await owner.click(".invite .button")
            try await expectNoBarrier("a refused name", owner)
            try await owner.run("document.querySelector('#name').value = 'maria'")
            try await owner.run("document.querySelector('#may').value = 'post'")
            try await owner.click(".invite .button")
            try await expectNoBarrier("an invitation", owner)
            let link = try await owner.invitationLink()
            try await Browser.with { friend in
                try await friend.open(server.address + "/")
                try await expectNoBarrier("signing in", friend)
                try await friend.type("wrong", into: "#link")
                try await friend.click(".notice .button")
                try await expectNoBarrier("a refused link", friend)
                try await friend.join(link)
                try await friend.open(server.address + "/you")
                try await friend.click("[value=link]")
                try await friend.wait(for: "document.querySelector('.link') !== null")
                try await expectNoBarrier("your page", friend)
                try await friend.open(server.address + "/post")
                try await friend.choose(pictures, count: 2)
                try await expectNoBarrier("posting", friend)
                // The title of the photo's page.
                try await friend.click(".chosen li:first-child .others summary")
                try await friend.type(
                    String(repeating: "Nafplio in the Peloponnese, ", count: 3),
                    into: ".chosen li:first-child [name=location]")
                try await friend.click(".chosen li:last-child .others summary")
                try await friend.type("See http://a.example", into: ".chosen li:last-child [name=caption]")
                try await friend.click(".post .main")
                try await friend.wait(for: "document.querySelector('.together') !== null")
                try await expectNoBarrier("the feed", friend)
                try await friend.open(server.address + "/select?all=yes")
                try await expectNoBarrier("selecting photos", friend)
                try await friend.open(server.address + "/")
                try await friend.click(".month a")
                try await friend.wait(for: "document.querySelector('.months') !== null")
                try await expectNoBarrier("the months", friend)
                try await friend.open(server.address + "/")
                try await friend.click(".card .picture")
                try await friend.comment("How lovely!")
                try await friend.wait(for: "document.querySelector('.menu') !== null")
                let address = try await friend.address
                try await owner.open(address)
                try await owner.comment("Thank you!")
                try await friend.wait(forNews: "document.querySelectorAll('.conversation li').length === 2")
                try await friend.run("document.querySelector('.reactions [value=heart]').click()")
                try await friend.wait(for: "document.querySelector('[name=unreact]:not([title=\"\"])') !== null")
                try await friend.click(".conversation .reply")
                try await friend.run("for (const menu of document.querySelectorAll('details')) menu.open = true")
                try await expectNoBarrier("a photo", friend)
                try await friend.run("window.fetch = () => Promise.reject(new TypeError('offline'))")
                try await friend.run("document.querySelector('.reactions [value=wow]').click()")
                try await friend.type("Not sent", into: ".composer textarea")
                try await friend.run("document.querySelector('.composer').requestSubmit()")
                try await friend.wait(for: "document.querySelector('.pending') !== null")
                let photo = try #require(URL(string: try await friend.address)).lastPathComponent
                _ = try await home.run(["close", photo] + home.stateOption)
                try await expectNoBarrier("a comment that waits", friend)
                try await friend.open(server.address + "/")
                try await friend.wait(for: "document.querySelector('#unsent .error') !== null")
                try await friend.click("#unsent .discard")
                try await expectNoBarrier("a refused comment", friend)
                try await friend.open(server.address + "/activity")
                try await friend.wait(for: "document.querySelector('.events li') !== null")
                try await expectNoBarrier("recent events", friend)
                try await friend.open(server.address + "/welcome")
                try await expectNoBarrier("the welcome", friend)
                let nikos = try await home.invite("nikos")
                try await Browser.with(.init(width: 1280, hasMouse: true)) { wide in
                    try await wide.join(nikos)
                    try await wide.moveOn(.mouse, to: try await wide.middle(of: ".card .picture"))
                    try await wide.wait(for: "document.querySelector('.card:hover .links') !== null")
                    try await expectNoBarrier("the texts over a photo", wide, isWide: true)
                    try await wide.open(address)
                    try await wide.wait(for: "document.querySelector('.conversation li') !== null")
                    try await expectNoBarrier("a photo beside its comments", wide, isWide: true)
                }
                try await friend.open(server.address + "/nothing")
                try await expectNoBarrier("an error", friend)
                try await friend.open(server.address + "/")
                try await friend.wait(for: "caches.match(location.href)")
                try await owner.open(server.address + "/people")
                try await owner.run("document.querySelector('.menu').open = true")
                try await expectNoBarrier("people", owner)
                for action in ["may", "link", "remove"] {
                    try await owner.open(server.address + "/people?name=maria&do=\(action)")
                    try await owner.wait(for: "document.querySelector('.question') !== null")
                    try await expectNoBarrier("the question \(action)", owner)
                }
                await server.stop()
                try await friend.open(server.address + "/")
                try await expectNoBarrier("the saved feed", friend)
                try await friend.open(server.address + "/nothing")
                try await expectNoBarrier("no connection", friend)
            }
        }
    }

    private func expectNoBarrier(_ page: String, _ browser: Browser, isWide: Bool = false) async throws {
        // The policy of the page doesn't bind scripts of the driver.
        try await browser.run(axe + "; window.axe = axe;")
        // A button that is scrolled halfway below the bar would be too small.
        try await browser.run("scrollTo(0, 0)")
        func expect(_ setting: String) async throws {
            let found = try await browser.run(
                """
                // What is still fading has another contrast.
                const changes = document.getAnimations().filter(change => change.effect.getComputedTiming().endTime < Infinity);
                return Promise.allSettled(changes.map(change => change.finished))
                    .then(() => axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}))
                    .then(result =>
                        result.violations.map(rule => `${rule.id}: ${rule.nodes.map(node => node.html).join(" ")}`));
                """)
            #expect(found as? [String] == [], "\(page), \(setting)")
            let excess = try await browser.run(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            #expect(excess as? Int == 0, "\(page), \(setting)")
            // axe doesn't check placeholders.
            let others = try await browser.run(
                """
                if (matchMedia("(forced-colors: active)").matches) return 0;
                return [...document.querySelectorAll("[placeholder]")].filter(field => {
                    field.style.color = "var(--faint)";
                    const isFaint = getComputedStyle(field, "::placeholder").color === getComputedStyle(field).color;
                    field.style.color = "";
                    return !isFaint;
                }).length;
                """)
            #expect(others as? Int == 0, "\(page), \(setting)")
        }
        for setting in Self.settings {
            let features = setting.map { ["name": $0.key, "value": $0.value] }
            try await browser.command("Emulation.setEmulatedMedia", ["features": features])
            try await expect("\(setting)")
        }
        try await browser.command("Emulation.setEmulatedMedia", ["features": [[String: String]]()])
        guard !isWide else { return }
        try await browser.resize(to: 320, 844)
        try await expect("320 pixels")
        // None of the languages is written from right to left yet.
        try await browser.run("document.documentElement.dir = 'rtl'")
        try await expect("right to left")
        try await browser.run("document.documentElement.dir = 'ltr'")
        try await browser.resize(to: 390, 844)
    }
}
