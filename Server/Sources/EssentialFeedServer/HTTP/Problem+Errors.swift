import EssentialFeed
import Foundation
import HTTPTypes
import Logging

extension Problem {
    static let nothingSaved = Problem(
        status: .serviceUnavailable, detail: "saving isn't possible at the moment; send it again later", retryAfter: 10)

    private static let insufficientStorage = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")

    /// Words an error for the client, and logs a reason that clients don't learn.
    init(_ error: FriendsError, _ logger: Logger) {
        self =
            switch error {
            case .notPermitted(let scope): .notPermitted(scope)
            case .noSuchPhoto: .noSuchImage
            case .noSuchComment: Problem(status: .notFound, detail: "no comment on this image has this id")
            case .noSuchReaction:
                Problem(
                    status: .notFound,
                    detail: "a reaction is one of \(Reaction.allCases.map(\.rawValue).joined(separator: ", "))")
            case .noSuchPost: Problem(status: .notFound, detail: "no one has posted a photo with this id")
            case .notOwn: Problem(status: .forbidden, detail: "another person has posted this photo")
            case .ended: .unauthorized
            case .closed: Problem(status: .forbidden, detail: "the owner has closed the comments on this image")
            case .different:
                Problem(status: .conflict, detail: "this id is taken; make a new id for each comment and photo")
            case .deleted: Problem(status: .gone, detail: "the comment or photo with this id was deleted")
            case .notErased:
                .stillOnDisk(
                    Self.logged(
                        "another program reads the database, which still has deleted texts", logger, at: .notice))
            case .notRemoved(let photo, let reason):
                .stillOnDisk(
                    Self.logged(
                        "a file of the deleted photo \(photo.uuidString) can’t be removed: \(reason)", logger))
            case .unusable(let fault): Problem(fault)
            case .photoTooLarge(let limit):
                Problem(
                    status: .contentTooLarge, detail: "the photo is too large; send a smaller one", limit: limit.name)
            case .noRoom(let limit):
                Problem(
                    status: Self.insufficientStorage,
                    detail: "the limit is \(limit.name); delete some of yours, then send it again", limit: limit.name)
            case .emptyMessage: Problem(status: .unprocessableContent, detail: "the comment is empty")
            case .tooLong:
                Problem(
                    status: .unprocessableContent, detail: "the text is too long; shorten it",
                    limit: "\(CommentText.maximumLength) characters, \(CommentText.maximumBytes) bytes")
            case .tooMany(let limit, let seconds):
                Problem(
                    status: .tooManyRequests, detail: "the limit is \(limit.name); wait, then send it again",
                    retryAfter: seconds, limit: limit.name)
            case .notASubscription:
                Problem(
                    status: .unprocessableContent,
                    detail: "this isn't the subscription of a browser at a public push service over https")
            case .unknownChange:
                Problem(status: .gone, detail: "this number of a change isn't known any more; load everything again")
            case .full:
                Problem(
                    status: Self.insufficientStorage,
                    detail: "the server's disk is full, so nothing was saved; send it again later")
            case .unavailable(let reason): .unavailable(reason, logger)
            }
    }

    init(_ error: AccessError, _ logger: Logger) {
        self =
            switch error {
            case .invalidName: Problem(status: .unprocessableContent, detail: error.description)
            case .nameTaken, .nameTooSimilar, .tooManyTokens: Problem(status: .conflict, detail: error.description)
            case .unknownName: Problem(status: .notFound, detail: error.description)
            case .damaged, .newerVersion, .earlierVersion, .unreadable, .unwritable, .noStateFolder:
                .unavailable(error.description, logger)
            }
    }

    /// Runs what a person asks for, and words why it is refused or fails.
    static func wrapping<Value>(_ logger: Logger, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as FriendsError {
            throw Problem(error, logger)
        }
    }

    static func wrapping<Value>(_ logger: Logger, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as FriendsError {
            throw Problem(error, logger)
        }
    }

    private static func stillOnDisk(_ reference: String) -> Problem {
        Problem(
            status: .serviceUnavailable, detail: "it is deleted, but still on the server's disk; send it again later",
            retryAfter: 5, reference: reference)
    }

    private static func unavailable(_ reason: String, _ logger: Logger) -> Problem {
        var problem = nothingSaved
        problem.reference = logged(reason, logger)
        return problem
    }
}
