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
            mayStart(rank.priority, disk.slots, running: disk.running, background: { backgroundReads() })
        {
            disk.start(url)
            jobs[url]?.stage = .reading
            actions.append(.read(url, rank.priority))
        }
        while network.hasSlotForWaiting, let (url, rank) = network.next({ rank(of: $0) }),
            mayStart(rank.priority, network.slots, running: network.running, background: { backgroundDownloads() })
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
        guard decoder.running == 0 || decodingBytes + bytes <= limits.decodeBytes,
            mayStart(priority, decoder.slots, running: decoder.running, background: { backgroundDecodes() })
        else { return nil }
        decodes[id.size] = .decoding(estimatedBytes: bytes)
        jobs[id.url]?.stage = .decoding(decodes)
        return bytes
    }

    private func mayStart(
        _ priority: ImagePriority, _ slots: ImageLoaderLimits.Slots, running: Int, background: () -> Int
    ) -> Bool {
        if priority == .visible { return running < slots.total }
        guard running < slots.total - slots.keptForVisible else { return false }
        return priority == .preload || background() < slots.background
    }

    private func rank(of url: URL) -> ImageRank {
        guard let job = jobs[url] else { preconditionFailure("\(url) waits and has no job") }
        return job.rank
    }

    private func rank(of id: ImageDecodeID) -> ImageRank {
        guard let rank = jobs[id.url]?.rank(of: id.size) else { preconditionFailure("\(id) waits without a request") }
        return rank
    }

    private func backgroundReads() -> Int {
        jobs.values.count { job in
            switch job.stage {
            case .reading, .stopping(.reading, _): job.rank.priority == .background
            default: false
            }
        }
    }

    private func backgroundDownloads() -> Int {
        jobs.values.count { job in
            switch job.stage {
            case .downloading, .stopping(.downloading, _): job.rank.priority == .background
            default: false
            }
        }
    }

    private func backgroundDecodes() -> Int {
        jobs.values.reduce(0) { count, job in
            switch job.stage {
            case .decoding(let decodes), .rejecting(let decodes):
                count + decodes.count { size, decode in priority(of: decode, size, job) == .background }
            default: count
            }
        }
    }

    /// Returns the priority of a decode, or `nil` if it isn't running.
    private func priority(of decode: ImageDecode, _ size: PixelSize, _ job: ImageJob) -> ImagePriority? {
        switch decode {
        case .decoding: job.rank(of: size)?.priority
        case .stopping(_, let priority): job.rank(of: size)?.priority ?? priority
        case .estimating, .waitingForDecoder: nil
        }
    }
}
