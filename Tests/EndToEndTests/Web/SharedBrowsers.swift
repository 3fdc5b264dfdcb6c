import Testing

extension Trait where Self == SharedBrowsers {
    /// Lets the tests of a suite use the same browsers one after the other, and ends the browsers after the suite. Each
    /// test has a server at an address of its own, so it finds nothing of the tests before.
    static var sharesBrowsers: Self { SharedBrowsers() }
}

struct SharedBrowsers: SuiteTrait, TestScoping {
    /// Browsers that wait for the next test.
    actor Idle {
        private var browsers: [Browser.Settings: [Browser]] = [:]

        func take(_ settings: Browser.Settings) -> Browser? {
            browsers[settings]?.popLast()
        }

        func giveBack(_ browser: Browser, _ settings: Browser.Settings) {
            browsers[settings, default: []].append(browser)
        }

        func end() async {
            for browser in browsers.values.joined() { await browser.end() }
        }
    }

    @TaskLocal static var current: Idle?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let browsers = Idle()
        try await Self.$current.withValue(browsers) { try await function() }
        await browsers.end()
    }
}
