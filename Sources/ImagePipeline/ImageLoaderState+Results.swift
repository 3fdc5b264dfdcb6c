package import Foundation
package import ImageFormats

extension ImageLoaderState {
    package enum ReadResult: Hashable, Sendable {
        case found, notFound, failed
    }

    package enum EstimateResult: Hashable, Sendable {
        case bytes(Int)
        /// The header is invalid.
        case broken
        /// The picture can't be decoded here, for a reason other than its bytes.
        case failed
    }

    package enum DecodeResult: Hashable, Sendable {
        case picture
        /// The bytes can't be decoded.
        case broken
        /// Decoding failed for a reason other than the bytes.
        case failed
    }

    package mutating func readFinished(_ url: URL, _ result: ReadResult) -> [Action] {
        disk.end(url)
        switch (stage(of: url), result) {
        case (.stopping(.reading, _), _) where !isWanted(url): return end(url) + schedule()
        case (.reading, .found), (.stopping(.reading, _), .found): return bytesCame(url, .alreadyCached)
        // A stopped lookup doesn't show whether the cache has the image.
        case (.stopping(.reading, _), .failed): return restart(url)
        case (.reading, .notFound), (.reading, .failed), (.stopping(.reading, _), .notFound):
            jobs[url]?.stage = .waitingForNetwork
            network.wait(url)
            return schedule()
        case (let stage, _): preconditionFailure("a read ended for \(url), which is \(stage)")
        }
    }

    package mutating func downloadFinished(_ url: URL, hasBytes: Bool) -> [Action] {
        network.end(url)
        switch stage(of: url) {
        case .stopping(.downloading, _) where !isWanted(url): return end(url) + schedule()
        case .stopping(.downloading, _) where !hasBytes: return restart(url)
        case .downloading where !hasBytes: return failAll(url)
        case .downloading, .stopping(.downloading, _): return bytesCame(url, .downloaded)
        case let stage: preconditionFailure("a download ended for \(url), which is \(stage)")
        }
    }

    package mutating func estimated(_ url: URL, _ size: PixelSize, _ result: EstimateResult) -> [Action] {
        guard case .estimating? = decodes(of: url)[size] else {
            preconditionFailure("an estimate ended for \(url), which is \(stage(of: url))")
        }
        setDecode(nil, url, size)
        guard jobs[url]?.rank(of: size) != nil, case .decoding = stage(of: url) else { return decodeEnded(url) }
        switch result {
        case .bytes(let bytes) where bytes > limits.largestDecodeBytes:
            return finish(url, size, .refused(estimatedBytes: bytes))
        case .bytes(let bytes):
            precondition(bytes >= 0, "an estimate of \(bytes) bytes for \(url)")
            return waitForDecoder(url, size, bytes)
        case .broken: return reject(url)
        case .failed: return finish(url, size, .failed)
        }
    }

    package mutating func decodeFinished(_ url: URL, _ size: PixelSize, _ result: DecodeResult) -> [Action] {
        guard let decode = decodes(of: url)[size], let bytes = decode.runningBytes else {
            preconditionFailure("a decode ended for \(url), which is \(stage(of: url))")
        }
        decoder.end(ImageDecodeID(url: url, size: size))
        decodingBytes -= bytes
        setDecode(nil, url, size)
        switch (stage(of: url), decode, result) {
        case (_, _, _) where jobs[url]?.rank(of: size) == nil: return decodeEnded(url)
        case (.rejecting, _, .picture): return finish(url, size, .outdatedPicture(size))
        case (_, _, .picture): return finish(url, size, .picture(size))
        // Another decode has found the bytes to be broken, which also applies here.
        case (.rejecting, _, _): return decodeEnded(url)
        case (_, .stopping, _): return waitForDecoder(url, size, bytes)
        case (_, _, .broken): return reject(url)
        case (_, _, .failed): return finish(url, size, .failed)
        }
    }

    /// Continues after broken bytes have been removed. The next request asks the server.
    package mutating func bytesRemoved(_ url: URL) -> [Action] {
        switch stage(of: url) {
        case .removing: return failAll(url)
        case .stopping(.removing, _): return isWanted(url) ? restart(url) : end(url) + schedule()
        case let stage: preconditionFailure("a removal ended for \(url), which is \(stage)")
        }
    }

    private mutating func bytesCame(_ url: URL, _ outcome: Outcome) -> [Action] {
        let delivered = deliver(jobs[url]?.take(nil) ?? [], url, outcome)
        let sizes = jobs[url]?.sizes ?? []
        guard !sizes.isEmpty else { return delivered + end(url) + schedule() }
        let decodes = Dictionary(uniqueKeysWithValues: sizes.map { ($0, ImageDecode.estimating) })
        jobs[url]?.stage = .decoding(decodes)
        return delivered + sizes.map { Action.estimate(url, $0) } + schedule()
    }

    private mutating func waitForDecoder(_ url: URL, _ size: PixelSize, _ estimatedBytes: Int) -> [Action] {
        setDecode(.waitingForDecoder(estimatedBytes: estimatedBytes), url, size)
        decoder.wait(ImageDecodeID(url: url, size: size))
        return schedule()
    }

    private mutating func finish(_ url: URL, _ size: PixelSize, _ outcome: Outcome) -> [Action] {
        deliver(jobs[url]?.take(size) ?? [], url, outcome) + decodeEnded(url)
    }

    /// Rejects bytes that can't be decoded at any size. Waiting decodes don't begin.
    private mutating func reject(_ url: URL) -> [Action] {
        let decodes = decodes(of: url).filter { size, decode in
            guard case .waitingForDecoder = decode else { return true }
            decoder.leave(ImageDecodeID(url: url, size: size))
            return false
        }
        jobs[url]?.stage = .rejecting(decodes)
        return decodeEnded(url)
    }

    private mutating func decodeEnded(_ url: URL) -> [Action] {
        switch stage(of: url) {
        case .decoding(let decodes) where decodes.isEmpty: return end(url) + schedule()
        case .rejecting(let decodes) where decodes.isEmpty:
            let isWanted = isWanted(url)
            jobs[url]?.stage = isWanted ? .removing : .stopping(.removing, .background)
            return [.removeBytes(url)] + schedule()
        default: return schedule()
        }
    }

    private mutating func failAll(_ url: URL) -> [Action] {
        deliver(jobs[url]?.takeAll() ?? [], url, .failed) + end(url) + schedule()
    }

    /// Restarts a job stopped without requests if it has new ones.
    private mutating func restart(_ url: URL) -> [Action] {
        jobs[url]?.stage = .waitingForDisk
        disk.wait(url)
        return schedule()
    }

    private func stage(of url: URL) -> ImageJob.Stage {
        guard let stage = jobs[url]?.stage else { preconditionFailure("something ended for \(url), which has no job") }
        return stage
    }

    private func isWanted(_ url: URL) -> Bool { jobs[url]?.isWanted == true }

    func decodes(of url: URL) -> [PixelSize: ImageDecode] {
        switch stage(of: url) {
        case .decoding(let decodes), .rejecting(let decodes): decodes
        default: [:]
        }
    }

    private mutating func setDecode(_ decode: ImageDecode?, _ url: URL, _ size: PixelSize) {
        var decodes = decodes(of: url)
        decodes[size] = decode
        switch stage(of: url) {
        case .decoding: jobs[url]?.stage = .decoding(decodes)
        default: jobs[url]?.stage = .rejecting(decodes)
        }
    }
}
