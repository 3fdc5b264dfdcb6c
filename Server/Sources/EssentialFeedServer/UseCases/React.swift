import Foundation

/// The use case "React": a person adds a reaction to a photo, or takes it back. The last request wins, so
/// repeating it changes nothing.
struct React: Sendable {
    let photos: any PublishedPhotos
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let onWritten: @Sendable () -> Void

    func callAsFunction(
        _ reaction: Reaction, isSet: Bool, to photo: UUID, by requester: Requester
    ) throws(FriendsError) {
        let person = try requester.permitted(.comment)
        guard try photos.contains(photo) else { throw .noSuchPhoto }
        var taken: WriteLimiter.Taken?
        do throws(FriendsError) {
            try friends.write(by: requester, may: .comment) { transaction in
                guard try transaction.has(reaction, of: person, to: photo) != isSet else { return }
                if isSet {
                    guard try !transaction.state(of: photo).isClosed else { throw FriendsError.closed }
                    taken = try limiter.take(WriteLimit.reactions, for: person)
                    try transaction.set(reaction, of: requester.named(person), to: photo)
                } else {
                    try transaction.remove(reaction, of: person, from: photo)
                }
            }
            if taken != nil { onWritten() }
        } catch {
            limiter.giveBack(taken)
            throw error
        }
    }
}
