import Foundation
import TestSupport
import Testing

@testable import EssentialFeedServer

@Suite struct StateModerationTests {
    @Test(
        "Whatever the owner of the state folder plants there, moderating touches no file of the administrator's",
        arguments: PlantedFile.allCases, ServerState.names)
    func commandsGiveNothingAway(planted: PlantedFile, name: String) async throws {
        try requireRoot()
        let (state, victim, comment) = (ServerState(), try Victim(), UUID())
        try state.fill()
        let photo = ImaginaryPhoto(number: 1).id
        try FriendsFile(in: state.url, root: state.root).open().write {
            try $0.insert(
                FriendComment(
                    id: comment, photo: photo, author: Person(id: "1", name: "maria"), message: "m", writtenAt: Date()))
        }
        let moderation = StateModeration(of: state.url, now: { Date() })
        let commands: [@Sendable () throws -> Void] = [
            { try moderation.set(isHidden: true, comment) }, { try moderation.set(isHidden: true, photo) },
            { try moderation.set(areClosed: true, on: photo) }, { _ = try moderation.log() },
            { _ = try moderation.devices() }, { try moderation.remove("maria", deletingContent: true) },
        ]
        for command in commands {
            try state.plant(planted, at: name, for: victim)
            do {
                // Where the database can't be emptied, a command waits for seconds.
                try await onOwnThread(command)
            } catch let error where error is ModerationError || error is AccessError {
                // The command doesn't use what is planted.
            }
            try victim.expectUntouched()
        }
    }
}
