import Foundation
import ImageFormats
import ImagePipeline
import Testing

typealias Action = ImageLoaderState.Action

/// The URLs and sizes of the scripts.
let (a, b) = (url("a"), url("b"))
let (card, wide) = (PixelSize(width: 4, height: 3), PixelSize(width: 8, height: 6))

func url(_ name: String) -> URL { URL(string: "https://a-host.com/\(name)")! }
func url(_ number: Int) -> URL { url("\(number)") }

/// A script for the image loader's state: given what a job is doing, when an event happens, then these actions follow.
struct Script {
    enum Event {
        /// A picture is asked for, at a size.
        case request(Int, URL, PixelSize = card, ImagePriority = .visible)
        case raise(Int, ImagePriority)
        case notFound(URL)
        case downloaded(URL), downloadFailed(URL)
        case estimated(URL, bytes: Int)
        case decoded(URL)
    }

    private var state: ImageLoaderState

    init(_ limits: ImageLoaderLimits = ImageLoaderLimits()) {
        state = ImageLoaderState(limits: limits)
    }

    /// Handles an event.
    /// - Returns: The actions that follow.
    @discardableResult
    mutating func when(_ event: Event) -> [Action] {
        switch event {
        case .request(let id, let url, let size, let priority):
            state.request(id, ImageRequest(url, size: size, priority: priority))
        case .raise(let id, let priority): state.raise(id, to: priority)
        case .notFound(let url): state.readFinished(url, .notFound)
        case .downloaded(let url): state.downloadFinished(url, hasBytes: true)
        case .downloadFailed(let url): state.downloadFinished(url, hasBytes: false)
        case .estimated(let url, let bytes): state.estimated(url, card, .bytes(bytes))
        case .decoded(let url): state.decodeFinished(url, card, .picture)
        }
    }

    /// Handles an event, and expects the actions that follow.
    mutating func when(_ event: Event, then actions: [Action], at location: SourceLocation = #_sourceLocation) {
        let actual = when(event)
        #expect(actual == actions, "when \(event)", sourceLocation: location)
    }
}

extension Action {
    static func decode(_ url: URL, _ priority: ImagePriority) -> Action { .decode(url, card, priority) }
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
