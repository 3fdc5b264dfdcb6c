import Foundation
import ImageFormats
import ImagePipeline
import Testing

typealias Action = ImageLoaderState.Action

/// The URLs and sizes of the scripts.
let (a, b, c) = (url("a"), url("b"), url("c"))
let (card, wide) = (PixelSize(width: 4, height: 3), PixelSize(width: 8, height: 6))

func url(_ name: String) -> URL { URL(string: "https://a-host.com/\(name)")! }
func url(_ number: Int) -> URL { url("\(number)") }

/// A script for the image loader's state: given what a job is doing, when an event happens, then these actions follow.
struct Script {
    enum Stage {
        case reading, downloading, estimating, decoding
    }

    enum Event {
        /// A picture is asked for, at a size.
        case request(Int, URL, PixelSize = card, ImagePriority = .visible)
        /// The bytes are asked for, to be cached.
        case requestData(Int, URL, ImagePriority = .background)
        case cancel(Int)
        case raise(Int, ImagePriority)
        case found(URL), notFound(URL)
        case downloaded(URL), downloadFailed(URL)
        case estimated(URL, PixelSize = card, bytes: Int), headerBroken(URL, PixelSize = card)
        case decoded(URL, PixelSize = card), decodeBroken(URL, PixelSize = card), decodeFailed(URL, PixelSize = card)
        case removed(URL)
    }

    private(set) var state: ImageLoaderState

    init(_ limits: ImageLoaderLimits = ImageLoaderLimits()) {
        state = ImageLoaderState(limits: limits)
    }

    /// Returns a script whose only job is at a stage and is shared by requests for pictures. Decodes are estimated at
    /// one byte.
    static func given(
        _ url: URL, _ stage: Stage, for requests: Int..., limits: ImageLoaderLimits = ImageLoaderLimits()
    ) -> Script {
        var script = Script(limits)
        for request in requests { script.when(.request(request, url)) }
        script.bring(url, to: stage)
        return script
    }

    /// Brings a job to a stage, with bytes from the network.
    mutating func bring(_ url: URL, to stage: Stage) {
        let way: [Event] =
            switch stage {
            case .reading: []
            case .downloading: [.notFound(url)]
            case .estimating: [.notFound(url), .downloaded(url)]
            case .decoding: [.notFound(url), .downloaded(url), .estimated(url, bytes: 1)]
            }
        for event in way { when(event) }
    }

    /// Handles an event.
    /// - Returns: The actions that follow.
    @discardableResult
    mutating func when(_ event: Event) -> [Action] {
        switch event {
        case .request(let id, let url, let size, let priority):
            state.request(id, ImageRequest(url, size: size, priority: priority))
        case .requestData(let id, let url, let priority): state.request(id, ImageRequest(url, priority: priority))
        case .cancel(let id): state.cancel(id)
        case .raise(let id, let priority): state.raise(id, to: priority)
        case .found(let url): state.readFinished(url, .found)
        case .notFound(let url): state.readFinished(url, .notFound)
        case .downloaded(let url): state.downloadFinished(url, hasBytes: true)
        case .downloadFailed(let url): state.downloadFinished(url, hasBytes: false)
        case .estimated(let url, let size, let bytes): state.estimated(url, size, .bytes(bytes))
        case .headerBroken(let url, let size): state.estimated(url, size, .broken)
        case .decoded(let url, let size): state.decodeFinished(url, size, .picture)
        case .decodeBroken(let url, let size): state.decodeFinished(url, size, .broken)
        case .decodeFailed(let url, let size): state.decodeFinished(url, size, .failed)
        case .removed(let url): state.bytesRemoved(url)
        }
    }

    /// Handles an event, and expects the actions that follow.
    mutating func when(_ event: Event, then actions: [Action], at location: SourceLocation = #_sourceLocation) {
        let actual = when(event)
        #expect(actual == actions, "when \(event)", sourceLocation: location)
    }

    func thenIsIdle(at location: SourceLocation = #_sourceLocation) {
        #expect(state.isIdle, "\(state)", sourceLocation: location)
    }
}

extension Action {
    static func estimate(_ url: URL) -> Action { .estimate(url, card) }
    static func decode(_ url: URL, _ priority: ImagePriority) -> Action { .decode(url, card, priority) }
    static func picture(_ url: URL, _ size: PixelSize = card, for requests: Int...) -> Action {
        .deliver(requests, url, .picture(size))
    }
}

extension ImageLoaderLimits {
    /// One slot for each step.
    static let narrow = ImageLoaderLimits(total: 1, keptForVisible: 0)

    init(total: Int, keptForVisible: Int, decodeBytes: Int = 100) {
        self.init()
        reads = Slots(total: total, keptForVisible: keptForVisible, background: 1)
        downloads = reads
        decodes = reads
        self.decodeBytes = decodeBytes
        loneDecodeBytes = 2 * decodeBytes
    }
}
