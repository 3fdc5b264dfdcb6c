import Foundation
import ImageFormats

/// The work for one URL, which all its requests share: the look into the cache and the download once, the decode once for
/// each size.
struct ImageJob: Hashable, Sendable {
    /// How far the work has come.
    enum Stage: Hashable, Sendable {
        case waitingForDisk
        case reading(Bytes)
        case waitingForNetwork
        case downloading
        /// The bytes are here, and are decoded for each size that is wanted.
        case decoding(Bytes, [PixelSize: ImageDecode])
        /// The bytes make no picture. They are removed once the decodes that still run have ended.
        case rejecting([PixelSize: ImageDecode])
        case removing
        /// All requests have left, and the work is stopping. Its place stays taken until it has ended, and nothing else
        /// begins for the URL. Requests that have come by then receive what it brings, or else the job starts again.
        case stopping(Stoppable, ImagePriority)
    }

    /// The steps of a job that may be stopped before its bytes are decoded.
    enum Stoppable: Hashable, Sendable {
        case reading(Bytes)
        case downloading
        case removing
    }

    /// Whether the bytes are those in the cache.
    enum Bytes: Hashable, Sendable {
        case current
        /// A revalidation has replaced them in the cache meanwhile.
        case replaced
    }

    let url: URL
    var stage = Stage.waitingForDisk
    /// The requests by what they want, in the order in which the first of each came.
    private var groups: [ImageRequests] = []

    init(_ url: URL) {
        self.url = url
    }

    var isWanted: Bool { !groups.isEmpty }
    var wantsPicture: Bool { groups.contains { $0.size != nil } }
    var sizes: [PixelSize] { groups.compactMap(\.size) }

    /// The rank of the most urgent request. Work that nobody wants any more keeps the priority it had.
    var rank: ImageRank {
        guard var rank = groups.first?.rank else {
            if case .stopping(_, let priority) = stage { return ImageRank(priority: priority, turn: 0) }
            preconditionFailure("nobody wants \(url), which is \(stage)")
        }
        for group in groups.dropFirst() where group.rank.isBefore(rank) { rank = group.rank }
        return rank
    }

    /// Returns the rank of the requests for a size, or `nil` if there are none.
    func rank(of size: PixelSize) -> ImageRank? {
        groups.first { $0.size == size }?.rank
    }

    /// Adds a request, in a time that doesn't depend on how many there are.
    mutating func add(_ id: ImageRequests.ID, size: PixelSize?, _ rank: ImageRank) {
        guard let index = index(of: size) else { return groups.append(ImageRequests(id, size: size, rank)) }
        groups[index].add(id, rank)
    }

    mutating func raise(_ id: ImageRequests.ID, size: PixelSize?, to rank: ImageRank) {
        if let index = index(of: size) { groups[index].raise(id, to: rank) }
    }

    /// Removes a request. Returns whether it was the last that wanted the same.
    mutating func remove(_ id: ImageRequests.ID, size: PixelSize?) -> Bool {
        guard let index = index(of: size) else { return false }
        groups[index].remove(id)
        guard groups[index].isEmpty else { return false }
        groups.remove(at: index)
        return true
    }

    /// Removes and returns the requests that want the picture at a size, or only the bytes.
    mutating func take(_ size: PixelSize?) -> [ImageRequests.ID] {
        index(of: size).map { groups.remove(at: $0).ids } ?? []
    }

    /// Removes and returns all requests, in the order in which they came.
    mutating func takeAll() -> [ImageRequests.ID] {
        defer { groups = [] }
        return groups.flatMap(\.ids).sorted()
    }

    private func index(of size: PixelSize?) -> Int? {
        groups.firstIndex { $0.size == size }
    }
}

/// How far the decode for one size has come.
enum ImageDecode: Hashable, Sendable {
    /// The header is being looked at.
    case estimating
    /// It waits for a place and for its bytes of the budget.
    case waitingForDecoder(estimatedBytes: Int)
    case decoding(estimatedBytes: Int)
    /// All requests for the size have left, and the decoder is stopping. The place and the bytes of the budget stay taken
    /// until it has ended. Requests that have come by then receive the picture, or else it is decoded again.
    case stopping(estimatedBytes: Int, ImagePriority)

    /// Its bytes of the budget while it runs.
    var runningBytes: Int? {
        switch self {
        case .decoding(let bytes), .stopping(let bytes, _): bytes
        case .estimating, .waitingForDecoder: nil
        }
    }
}

/// What is decoded: an image for a size.
struct ImageDecodeID: Hashable, Sendable {
    let url: URL
    let size: PixelSize
}
