import EssentialFeed
import EssentialFeedComposition
import Foundation
import Logging

/// The context of commands that read the feed: one server's session, and the terminal.
struct ClientProgram: Sendable {
    let session: ServerSession<Data>
    let environment: ProgramEnvironment
    let signIn: SavedSignIn
    let progress: ProgressBar

    var streams: StandardStreams { environment.streams }
    var language: Language { environment.language }

    /// The photo in a row of the saved feed, numbered from 1; `nil` if the text isn't a number. Throws ``ProgramError``
    /// if the row doesn't exist.
    func image(inRow text: String) async throws -> FeedImage? {
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }), let row = Int(text) else {
            return nil
        }
        let images: [FeedImage]
        do {
            images = try await session.loadFeed.loadCached().images
        } catch let error as LoadFeedError {
            guard error.cache == nil else { throw await ProgramError(error, refusal: refusal, in: language) }
            throw environment.error(.unavailable, .noRows)
        }
        guard !images.isEmpty else {
            throw ProgramError(status: .notFound, message: language.text(FeedStrings.empty).asMessage)
        }
        guard row >= 1, row <= images.count else {
            throw environment.error(.notFound, .noSuchRow, text, String(images.count))
        }
        environment.logger.debug("row \(row) is image \(images[row - 1].id)")
        return images[row - 1]
    }

    /// Loads the feed and writes a note to standard error if it isn't the server's newest feed.
    func feed(pages: Int, isOffline: Bool = false) async throws -> (page: FeedPage, error: RemoteError?) {
        let result = try await progress.during {
            var page: FeedPage
            do {
                page = isOffline ? try await session.loadFeed.loadCached() : try await session.loadFeed.load()
            } catch let error as LoadFeedError {
                throw await ProgramError(error, refusal: refusal, in: language)
            }
            var count = 1
            while page.origin.isRemote, count < pages, let loadMore = page.loadMore {
                do {
                    page = try await loadMore()
                    count += 1
                } catch let error as RemoteError {
                    return (page: page, error: error as RemoteError?)
                }
            }
            return (page: page, error: nil)
        }
        if let note = await note(for: result.page) { environment.note(note.asMessage) }
        return result
    }

    func error(_ error: RemoteError, notFound: Bool = false) async -> ProgramError {
        ProgramError(error, refusal: await refusal, notFound: notFound, in: language)
    }

    /// What the server asks for when it refuses requests. A name and a password in the address are from a link.
    private var refusal: SignInRequest {
        get async {
            if session.address.authorization != nil { return .invitation }
            return SignInRequest(refusing: await signIn.result, isInvitation: signIn.isInvited)
        }
    }

    /// Why and since when the saved feed is shown; `nil` if the feed is from the server.
    private func note(for page: FeedPage) async -> String? {
        guard case .cache(let error) = page.origin,
            let note = FeedPresenter.note(for: page, now: environment.now(), language: language)
        else { return nil }
        let refusal = await refusal
        let reason = error?.message(refusal: refusal, in: language)
        return [note, reason].compactMap(\.self).joined(separator: " ")
    }
}
