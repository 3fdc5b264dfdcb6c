import EssentialFeed
import Foundation
import Testing

@Suite struct RouteTests {
    @Test func `B050 B053 Parsing the path of a route gives that route, with the id in upper or lower case`() {
        let id = UUID()

        for route in [Route.feed, .comments(imageID: id), .image(id: id)] {
            #expect(Route(path: route.path) == route)
        }
        #expect(Route(path: "/image/\(id.uuidString.lowercased())/comments") == .comments(imageID: id))
    }

    @Test(
        arguments: [
            "", "/", "feed", "/feed/", "//feed", "/Feed", "/feed/x", "/image", "/image/", "/image/x",
            "/image/x/comments",
            "/image/\(UUID())/", "/image/\(UUID())/comments/", "/image/\(UUID())/likes", "/image//comments",
            "/comments/\(UUID())",
        ])
    func `B053 Other paths aren't routes`(path: String) {
        #expect(Route(path: path) == nil)
    }
}
