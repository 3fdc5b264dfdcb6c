import Testing

extension Trait where Self == SharedBrowsers {
    /// Lets the tests of a suite use the same browsers one after the other, even those of other such suites. Each test
    /// has a server at a different address, so it finds nothing of earlier tests.
    static var sharesBrowsers: Self { SharedBrowsers() }
}

struct SharedBrowsers: SuiteTrait, TestScoping {
    /// Browsers that wait for the next test. On an empty page, they hardly use the processor, and starting Firefox takes
    /// six seconds of it; but each needs memory, and three processes run tests of pages at a time.
    actor Idle {
        private static let most = 5

        private var suites = 0
        private var browsers: [(settings: Browser.Settings, browser: Browser)] = []

        func take(_ settings: Browser.Settings) -> Browser? {
            browsers.lastIndex { $0.settings.isSameButForSize(as: settings) }
                .map { browsers.remove(at: $0).browser }
        }

        func giveBack(_ browser: Browser, _ settings: Browser.Settings) async {
            browsers.append((settings, browser))
            if browsers.count > Self.most { await browsers.removeFirst().browser.end() }
        }

        func beginSuite() {
            suites += 1
        }

        func endSuite() async {
            suites -= 1
            while suites == 0, let (_, browser) = browsers.popLast() { await browser.end() }
        }
    }

    private static let idle = Idle()

    @TaskLocal static var current: Idle?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Self.idle.beginSuite()
        do {
            try await Self.$current.withValue(Self.idle) { try await function() }
        } catch {
            await Self.idle.endSuite()
            throw error
        }
        await Self.idle.endSuite()
    }
}
