import NIOCore

/// How much a person may write in a time.
struct WriteLimit: Hashable, Sendable {
    /// The limit in words.
    let name: String
    let count: Int
    let window: TimeAmount

    static let commentsADay = WriteLimit(name: "200 comments a day", count: 200, window: .hours(24))
    static let comments = [
        WriteLimit(name: "10 comments a minute", count: 10, window: .minutes(1)), commentsADay,
    ]
    static let reactions = [WriteLimit(name: "60 reactions a minute", count: 60, window: .minutes(1))]
    static let uploads = WriteLimit(name: "3 photos at a time", count: 3, window: .seconds(5))
    static let previews = [
        WriteLimit(name: "20 previews a minute", count: 20, window: .minutes(1)),
        WriteLimit(name: "200 previews a day", count: 200, window: .hours(24)),
    ]
    static let pictures = [WriteLimit(name: "20 pictures a day", count: 20, window: .hours(24))]
    static let signIns = [WriteLimit(name: "10 sign-ins a minute", count: 10, window: .minutes(1))]
    static let namesADay = WriteLimit(name: "10 names a day", count: 10, window: .hours(24))
    static let linksADay = WriteLimit(name: "10 links a day", count: 10, window: .hours(24))
    static let changes = [WriteLimit(name: "60 changes a minute", count: 60, window: .minutes(1))]
}
