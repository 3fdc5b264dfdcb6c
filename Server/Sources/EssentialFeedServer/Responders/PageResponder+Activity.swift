import EssentialFeed
import HTTPTypes
import Hummingbird
import NIOPosix

/// The page of recent events, and whether the browser notifies the person of them.
extension PageResponder {
    func activity(_ friends: FriendsUseCases, in place: PagePlace, for requester: Requester) throws -> String {
        let events = try events(friends.loadActivity, for: requester)
        return PageTemplate.activity.page(
            ActivityWebPage(
                frame: place.frame(place.language.text(PageText.activity)),
                last: events.first?.number ?? 0, push: try push(friends.receiveMessages, for: requester),
                events: try events.compactMap { event in
                    try photos.listed(event.photo).map { PageEvent(event, on: $0, in: place) }
                }))
    }

    private func push(_ receiveMessages: ReceiveMessages?, for requester: Requester) throws -> PagePush? {
        try Problem.wrapping(logger) {
            guard let receiveMessages, let isOn = try receiveMessages.isOn(for: requester) else { return nil }
            return PagePush(key: receiveMessages.key, isOn: isOn)
        }
    }

    /// Answers the form with which a script lets its browser start or stop receiving messages.
    func answer(_ fields: FormFields, from requester: Requester) async throws -> Response {
        guard let receiveMessages = friends?.receiveMessages else { throw Problem.nothingSaved }
        return try await Problem.wrapping(logger) {
            switch fields["do"] {
            case "notify":
                try await threads.writes.runIfActive {
                    try receiveMessages.begin(
                        at: fields["endpoint"], key: fields["key"], secret: fields["secret"], by: requester)
                }
            case "stop": try await threads.writes.runIfActive { try receiveMessages.end(by: requester) }
            default: throw Problem.malformedForm
            }
            return Response(status: .noContent)
        }
    }
}
