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
        do {
            try await Browser.with(settings) { try await body($0, link, server) }
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }
}
