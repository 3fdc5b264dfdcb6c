extension Home {
    /// Serves photos to the browser of maria, who has been invited, while the closure runs.
    /// - Parameters:
    ///   - scope: Her permission.
    ///   - body: Receives the browser, the link of her invitation, and the server.
    func serveMaria(
        _ photos: PhotoFolder? = nil, may scope: String? = nil, in settings: Browser.Settings = .init(),
        _ body: (Browser, String, ProgramServer) async throws -> Void
    ) async throws {
        let server = try await serve(photos ?? PhotoFolder(), isPublic: false)
        let link = try await invite("maria", may: scope)
        try await Browser.with(settings) { try await body($0, link, server) }
        await server.stop()
    }

    /// Serves photos to everybody, and shows the feed in a browser, while the closure runs.
    func browse(
        _ photos: PhotoFolder, in settings: Browser.Settings = .init(),
        _ body: (Browser, ProgramServer) async throws -> Void
    ) async throws {
        let server = try await serve(photos)
        try await Browser.with(settings) { browser in
            try await browser.open(server.address + "/")
            try await body(browser, server)
        }
        await server.stop()
    }
}
