import Foundation

/// The use case "Load picture": people see pictures beside the names of those who have one.
struct LoadPicture: Sendable {
    let friends: any FriendsStore

    var digests: [String: ContentDigest] { friends.state.pictures }

    /// Returns a picture; `nil` if no one has it. Blocks.
    func callAsFunction(_ digest: ContentDigest) throws(FriendsError) -> Data? {
        try friends.read { try $0.picture(digest) }
    }
}
