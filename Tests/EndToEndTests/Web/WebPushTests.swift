import TestSupport
import Testing

/// A real browser's handling of messages, which the DevTools deliver to its worker in place of a push service.
@Suite(.oneAtATime) struct WebPushTests {
    private let home = Home()

    @Test func `A browser says in words what a message means, from opting in until opting out`() async throws {
        try await home.serveMaria { browser, link, server in
            try await browser.join(link)
            try await browser.command(
                "Browser.grantPermissions", ["origin": server.address, "permissions": ["notifications"]])
            try await browser.open(server.address + "/activity")
            try await browser.wait(for: "!document.querySelector('.push').hidden")
            #expect(try await browser.texts(".push .button") == ["Notify Me on This Device"])
            // The browser of the test has no push service.
            try await browser.run(
                """
                PushManager.prototype.subscribe = async () => ({
                    unsubscribe: async () => true,
                    toJSON: () => ({endpoint: "https://push.example.net/a?b=c", keys: {
                        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                        auth: "BTBZMqHH6r4Tts7J_aSIgg",
                    }}),
                })
                """)
            try await browser.click(".push .button")
            try await browser.wait(for: "document.querySelector('.push .button').textContent.startsWith('Turn Off')")
            try await browser.command("ServiceWorker.enable", [:])
            // A worker that has just been installed may get no message yet, or not have its words.
            try await browser.repeatUntil("the message in words") {
                // The worker has one of the first numbers of an empty profile; nothing has the others.
                for number in 0..<4 {
                    try await browser.command(
                        "ServiceWorker.deliverPushMessage",
                        [
                            "origin": server.address, "registrationId": "\(number)",
                            "data": #"{"kind":"answer","number":42}"#,
                        ])
                }
                let titles = try await browser.run(
                    """
                    return navigator.serviceWorker.ready.then(async worker =>
                        (await worker.getNotifications()).map(({title}) => title))
                    """)
                return (titles as? [String])?.contains("Someone commented after you.") == true
            }
            try await browser.click(".push .button")
            try await browser.wait(for: "document.querySelector('.push .button').textContent.startsWith('Notify Me')")
            #expect(try await browser.texts(".push output") == [""])
        }
    }

    @Test func `A subscription that a page doesn't know, or of another key, stays until it's renewed`() async throws {
        try await home.serveMaria { browser, link, server in
            try await browser.join(link)
            try await browser.command(
                "Browser.grantPermissions", ["origin": server.address, "permissions": ["notifications"]])
            try await browser.command(
                "Page.addScriptToEvaluateOnNewDocument",
                [
                    "source": """
                    window.ended = 0;
                    const subscription = {
                        options: {applicationServerKey: new Uint8Array([1, 2, 3]).buffer},
                        unsubscribe: async () => { window.ended++; return true; },
                        toJSON: () => ({endpoint: "https://push.example.net/a?b=c", keys: {
                            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                            auth: "BTBZMqHH6r4Tts7J_aSIgg",
                        }}),
                    };
                    PushManager.prototype.getSubscription = async () => subscription;
                    PushManager.prototype.subscribe = async () => subscription;
                    """
                ])
            func expect(_ text: String, ended: Int) async throws {
                try await browser.wait(
                    for: """
                        !document.querySelector(".push").hidden
                            && document.querySelector(".push .button").textContent.startsWith("\(text)")
                        """)
                #expect(try await browser.run("return String(window.ended)") as? String == "\(ended)")
            }
            try await browser.open(server.address + "/activity")
            try await expect("Notify Me", ended: 0)
            try await browser.click(".push .button")
            try await expect("Turn Off", ended: 1)
            // The server knows the subscription now, but it isn't for its key.
            try await browser.reload()
            try await expect("Notify Me", ended: 0)
        }
    }
}
