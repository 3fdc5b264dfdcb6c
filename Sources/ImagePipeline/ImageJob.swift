import Foundation
import ImageFormats

/// The work for one URL, shared by all its requests: one cache lookup, one download, and one decode for each size.
struct ImageJob: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        case waitingForDisk
        case reading
        case waitingForNetwork
        case downloading
        /// The bytes are available and are decoded for each requested size.
        case decoding([PixelSize: ImageDecode])
        /// The bytes can't be decoded. They are removed once the running decodes have ended.
        case rejecting([PixelSize: ImageDecode])
        case removing
        /// All requests have been cancelled, and the work is stopping. It keeps its slot until it has ended, and no
        /// other work begins for the URL. Requests added before it has ended receive its result, or the job starts
        /// again.
        case stopping(Stoppable, ImagePriority)
    }

    /// The steps that can be stopped before the bytes are decoded.
    enum Stoppable: Hashable, Sendable {
        case reading
        case downloading
        case removing
    }

    let url: URL
    var stage = Stage.waitingForDisk
    private var groups: [ImageRequests] = []

    init(_ url: URL) { self.url = url }

    var isWanted: Bool { !groups.isEmpty }
    var sizes: [PixelSize] { groups.compactMap(\.size) }

    /// The rank of the most urgent request. Work without requests keeps its last priority.
    var rank: ImageRank {
        guard var rank = groups.first?.rank else {
            if case .stopping(_, let priority) = stage { return ImageRank(priority: priority, turn: 0) }
            preconditionFailure("no request wants \(url), which is \(stage)")
        }
        for group in groups.dropFirst() where group.rank.isBefore(rank) { rank = group.rank }
        return rank
    }

    func rank(of size: PixelSize) -> ImageRank? { groups.first { $0.size == size }?.rank }

    mutating func add(_ id: ImageRequests.ID, size: PixelSize?, _ rank: ImageRank) {
        guard let index = index(of: size) else { return groups.append(ImageRequests(id, size: size, rank)) }
        groups[index].add(id, rank)
    }

    mutating func raise(_ id: ImageRequests.ID, size: PixelSize?, to rank: ImageRank) {
        if let index = index(of: size) { groups[index].raise(id, to: rank) }
    }

    mutating func remove(_ id: ImageRequests.ID, size: PixelSize?) -> Bool {
        guard let index = index(of: size) else { return false }
        groups[index].remove(id)
        guard groups[index].isEmpty else { return false }
        groups.remove(at: index)
        return true
    }

    mutating func take(_ size: PixelSize?) -> [ImageRequests.ID] {
        index(of: size).map { groups.remove(at: $0).ids } ?? []
    }

    mutating func takeAll() -> [ImageRequests.ID] {
        defer { groups = [] }
        return groups.flatMap(\.ids).sorted()
    }

    private func index(of size: PixelSize?) -> Int? { groups.firstIndex { $0.size == size } }
}

struct ImageDecodeID: Hashable, Sendable {
    let url: URL
    let size: PixelSize
}
