import Foundation
import TestSupport
import Testing

/// The scenarios of friends in `docs/specs.md`, line by line, over the server's API and the owner's commands.
@Suite struct FriendsScenarioTests {
    static let scenarios: [Scenario] = {
        do {
            return Scenario.all(in: try Checkout.text("docs/specs.md"), of: "friends")
        } catch {
            preconditionFailure("docs/specs.md cannot be read: \(error)")
        }
    }()

    @Test(arguments: scenarios)
    func `The scenarios of friends hold over the API and the commands`(scenario: Scenario) async throws {
        let world = try await FriendsWorld { try await FriendsClient(home: $0, server: $1) }
        for step in try scenario.steps.map(FriendsSteps.step) { try await step(world) }
        await world.end()
    }

    @Test func `Every scenario of friends has its steps, and every step is used`() {
        #expect(Self.scenarios.count >= 7)
        #expect(Set(Self.scenarios.flatMap(\.steps)) == Set(FriendsSteps.all.keys))
    }
}

/// The action of each line of the friends' scenarios.
enum FriendsSteps {
    typealias Step = @Sendable (FriendsWorld) async throws -> Void

    static func step(for line: String) throws -> Step {
        guard let step = all[line] else { throw Steps.Unknown(line: line) }
        return step
    }

    static let all: [String: Step] = [
        "the owner has invited maria and bob": { world in
            for name in ["maria", "bob"] { try await world.driver.invite(name) }
        },
        "maria comments on an image": { try await $0.driver.comment("hello", isAnswerLost: false) },
        "maria has commented on an image": { try await $0.driver.comment("hello", isAnswerLost: false) },
        "maria has commented on an image, but the answer was lost": {
            try await $0.driver.comment("hello", isAnswerLost: true)
        },
        "maria sends the comment again": { try await $0.driver.sendCommentAgain() },
        "maria deletes the comment": { try await $0.driver.deleteComment() },
        "maria reacts to an image": { try await $0.driver.react() },
        "the owner hides the comment": { try await $0.driver.hideComment() },
        "the owner closes the comments on an image": { try await $0.driver.closeComments() },
        "the owner removes maria with her comments": { try await $0.driver.remove("maria") },
        "bob should see maria's comment": { try await $0.expect(comments: ["maria: hello"]) },
        "bob should see the comment once": { try await $0.expect(comments: ["maria: hello"]) },
        "bob should see no comment of maria": { try await $0.expect(comments: []) },
        "bob should see maria's reaction": { world in
            try await world.until { try await world.driver.reactions() == ["maria: heart"] }
        },
        "the comment should appear in bob's changes": { world in
            try await world.until { try await world.driver.isNoticed(.comment("hello")) }
        },
        "the comment should be deleted in bob's changes": { world in
            try await world.until { try await world.driver.isNoticed(.deletedComment) }
        },
        "maria posts a photo": { try await $0.post() },
        "maria has posted a photo": { try await $0.post() },
        "maria has posted a photo, but the answer was lost": { try await $0.post(isAnswerLost: true) },
        "maria sends the photo again": { try await $0.driver.sendPhotoAgain() },
        "maria changes the caption": { try await $0.driver.changeCaption(to: "at noon") },
        "maria deletes the photo": { try await $0.driver.deletePhoto() },
        "the owner hides the photo": { try await $0.driver.hidePhoto() },
        "bob should see maria's photo first": { world in
            try await world.until { try await world.driver.photos().first?.author == "maria" }
        },
        "the photo should tell nothing that its file told": { world in
            let photo = try #require(try await world.driver.photos().first)
            #expect(photo.location == nil && photo.caption == "harbour")
            let image = try await world.driver.newestImage()
            #expect(!image.isEmpty && image.range(of: Data("CANARY".utf8)) == nil)
        },
        "bob should see the photo once": { world in
            let photos = try await world.driver.photos()
            #expect(photos.filter { $0.author == "maria" }.count == 1)
        },
        "bob should see the new caption": { world in
            try await world.until { try await world.driver.photos().first?.caption == "at noon" }
        },
        "bob should see no photo of maria": { world in
            try await world.until { try await !world.driver.photos().contains { $0.author == "maria" } }
        },
        "the photo should be deleted in bob's changes": { world in
            try await world.until { try await world.driver.isNoticed(.deletedPhoto) }
        },
        "maria should be refused when she comments": { world in
            try await world.until { try await world.driver.isRefused() }
        },
    ]
}
