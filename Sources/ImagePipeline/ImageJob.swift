import Foundation

/// The work for one URL, which all its requests share (N020).
struct ImageJob: Hashable, Sendable {
    struct Request: Hashable, Sendable {
        let id: ImageLoaderState.RequestID
        let goal: ImageLoaderState.Goal
        var priority: ImagePriority
    }

    /// What is limited, each by places of its own.
    enum Step: Int, Hashable, Sendable, CaseIterable {
        case read, download, decode
    }

    enum Stage: Hashable, Sendable {
        case waiting(Step)
        case running(Step)
        /// The header is looked at.
        case estimating
        /// The bytes, which made no picture, are removed (N025).
        case removing
    }

    let url: URL
    var stage = Stage.waiting(.read)
    private(set) var requests: [Request] = []
    /// The highest of its requests.
    private(set) var priority = ImagePriority.background
    /// When it came to its priority: who came earlier goes earlier.
    var turn: Int
    /// What decoding takes; 0 until it is known.
    var estimatedBytes = 0
    /// All requests left while it was running, so that its work was told to stop. Until it has, the place stays taken
    /// and no second work for the URL begins; requests that came since take what it brings, or else it starts again.
    var isAbandoned = false

    init(url: URL, turn: Int) {
        self.url = url
        self.turn = turn
    }

    /// The bytes came, and are where they belong.
    var hasBytes: Bool {
        switch stage {
        case .estimating, .waiting(.decode), .running(.decode): true
        case .waiting, .running, .removing: false
        }
    }

    var wantsPicture: Bool { requests.contains { $0.goal == .picture } }

    func goes(before other: ImageJob) -> Bool {
        priority == other.priority ? turn < other.turn : priority > other.priority
    }

    /// Takes the same time however many there are.
    mutating func add(_ request: Request) {
        priority = requests.isEmpty ? request.priority : max(priority, request.priority)
        requests.append(request)
    }

    mutating func remove(_ id: ImageLoaderState.RequestID) {
        requests.removeAll { $0.id == id }
        updatePriority()
    }

    mutating func raise(_ id: ImageLoaderState.RequestID, to priority: ImagePriority) {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
        requests[index].priority = max(requests[index].priority, priority)
        updatePriority()
    }

    /// Takes out the requests of a goal.
    mutating func take(_ goal: ImageLoaderState.Goal) -> [ImageLoaderState.RequestID] {
        let taken = requests.filter { $0.goal == goal }.map(\.id)
        requests.removeAll { $0.goal == goal }
        updatePriority()
        return taken
    }

    private mutating func updatePriority() {
        // A job without requests keeps its last priority: its work still runs.
        if let highest = requests.map(\.priority).max() { priority = highest }
    }
}
