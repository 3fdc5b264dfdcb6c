import Foundation
import ImageFormats

/// Decides what starts next.
///
/// At each step, the highest priority runs first. Requests of the same priority run in the order of getting it: nearer
/// rows are requested first, and rows that leave the screen also leave the queue. (Running the newest request first
/// would make a visible card wait 2 % longer on the simulator and would fill a new screen from its end.) No request
/// overtakes another one, so a large picture waiting for memory in the budget isn't starved.
extension ImageLoaderState {
    mutating func schedule() -> [Action] {
        var actions: [Action] = []
        while disk.hasSlotForWaiting, let (url, rank) = disk.next({ rank(of: $0) }),
            mayStart(rank.priority, in: disk, running: { self.rank(of: $0).priority })
        {
            disk.start(url)
            jobs[url]?.stage = .reading
            actions.append(.read(url, rank.priority))
        }
        while network.hasSlotForWaiting, let (url, rank) = network.next({ rank(of: $0) }),
            mayStart(rank.priority, in: network, running: { self.rank(of: $0).priority })
        {
            network.start(url)
            jobs[url]?.stage = .downloading
            actions.append(.download(url, rank.priority))
        }
        while decoder.hasSlotForWaiting, let (id, rank) = decoder.next({ rank(of: $0) }),
            let bytes = start(id, as: rank.priority)
        {
            decoder.start(id)
            decodingBytes += bytes
            actions.append(.decode(id.url, id.size, rank.priority))
        }
        return actions
    }

    /// Starts the decode if a slot and enough memory in the budget are free.
    /// - Returns: The estimated bytes, or `nil` if the decode has to wait.
    private mutating func start(_ id: ImageDecodeID, as priority: ImagePriority) -> Int? {
        guard case .decoding(var decodes)? = jobs[id.url]?.stage,
            case .waitingForDecoder(let bytes)? = decodes[id.size]
        else { preconditionFailure("\(id) waits for the decoder and has no job") }
        // A decode above the budget waits until no other decode is running, and then runs alone.
        guard decoder.running.isEmpty || decodingBytes + bytes <= limits.decodeBytes,
            mayStart(priority, in: decoder, running: { self.priority(ofRunning: $0) })
        else { return nil }
        decodes[id.size] = .decoding(estimatedBytes: bytes)
        jobs[id.url]?.stage = .decoding(decodes)
        return bytes
    }

    /// - Parameter running: Returns the priority of running work.
    private func mayStart<Work: Hashable & Sendable>(
        _ priority: ImagePriority, in queue: ImageQueue<Work>, running: (Work) -> ImagePriority
    ) -> Bool {
        let slots = queue.slots
        if priority == .visible { return queue.running.count < slots.total }
        guard queue.running.count < slots.total - slots.keptForVisible else { return false }
        return priority == .preload || queue.running.count { running($0) == .background } < slots.background
    }

    private func rank(of url: URL) -> ImageRank {
        guard let job = jobs[url] else { preconditionFailure("\(url) waits and has no job") }
        return job.rank
    }

    private func rank(of id: ImageDecodeID) -> ImageRank {
        guard let rank = jobs[id.url]?.rank(of: id.size) else { preconditionFailure("\(id) waits without a request") }
        return rank
    }

    /// Returns the priority of a running decode. One without requests keeps its last priority.
    private func priority(ofRunning id: ImageDecodeID) -> ImagePriority {
        if let rank = jobs[id.url]?.rank(of: id.size) { return rank.priority }
        guard case .stopping(_, let priority)? = decodes(of: id.url)[id.size] else {
            preconditionFailure("\(id) runs without a request")
        }
        return priority
    }
}
