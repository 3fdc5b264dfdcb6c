import Foundation
import ImageFormats

extension ImageLoader {
    func perform(_ actions: [State.Action]) {
        var actions = actions
        var next = 0
        // Performing an action can append further actions.
        while next < actions.count {
            actions += perform(actions[next])
            next += 1
        }
    }

    private func perform(_ action: State.Action) -> [State.Action] {
        switch action {
        case .read(let url, let priority): startReading(url, priority)
        case .download(let url, let priority): startDownloading(url, priority)
        case .estimate(let url, let size): return estimate(url, size)
        case .decode(let url, let size, let priority): startDecoding(url, size, priority)
        case .removeBytes(let url): startRemoving(url)
        case .cancelFetch(let url): work[url]?.task?.cancel()
        case .cancelDecode(let url, let size): work[url]?.decodes[size]?.task?.cancel()
        case .deliver(let requests, let url, let outcome): deliver(requests, url, outcome)
        case .end(let url): work[url] = nil
        }
        return []
    }

    private func startReading(_ url: URL, _ priority: ImagePriority) {
        work[url]?.task = Task(priority: priority.ofTasks) { [source] in
            let result: State.ReadResult
            do {
                let data = try await source.cached(url)
                work[url]?.data = data
                result = data == nil ? .notFound : .found
            } catch {
                if !(error is CancellationError) { report(error) }
                result = .failed
            }
            perform(state.readFinished(url, result))
        }
    }

    private func startDownloading(_ url: URL, _ priority: ImagePriority) {
        work[url]?.task = Task(priority: priority.ofTasks) { [source] in
            let data: Data?
            do {
                data = try await source.fetch(url)
            } catch {
                work[url]?.error = error
                data = nil
            }
            work[url]?.data = data
            perform(state.downloadFinished(url, hasBytes: data != nil))
        }
    }

    private func estimate(_ url: URL, _ size: PixelSize) -> [State.Action] {
        guard let data = work[url]?.data else { preconditionFailure("no bytes to estimate, of \(url)") }
        do {
            let prepared = try decoder.prepare(data, for: size)
            work[url]?.decodes[size] = DecodeWork(prepared: prepared)
            return state.estimated(url, size, .bytes(prepared.estimatedBytes))
        } catch {
            report(error)
            work[url]?.error = error
            return state.estimated(url, size, decoder.isDataBroken(accordingTo: error) ? .broken : .failed)
        }
    }

    private func startDecoding(_ url: URL, _ size: PixelSize, _ priority: ImagePriority) {
        guard let waiting = work[url]?.decodes[size] else { preconditionFailure("no decode is prepared, of \(url)") }
        work[url]?.decodes[size]?.task = Task(priority: priority.ofTasks) { [decoder, prepared = waiting.prepared] in
            let result: State.DecodeResult
            do {
                let picture = try await prepared.decode()
                work[url]?.decodes[size]?.picture = picture
                result = .picture
            } catch {
                work[url]?.error = error
                if !(error is CancellationError) { report(error) }
                result = decoder.isDataBroken(accordingTo: error) ? .broken : .failed
            }
            perform(state.decodeFinished(url, size, result))
            if result == .picture { work[url]?.decodes[size] = nil }
        }
    }

    private func startRemoving(_ url: URL) {
        work[url]?.task = Task { [source] in
            do {
                try await source.remove(url)
            } catch {
                report(error)
            }
            perform(state.bytesRemoved(url))
        }
    }

    private func deliver(_ requests: [State.RequestID], _ url: URL, _ outcome: State.Outcome) {
        let result = result(of: outcome, url)
        if case .picture(let size) = outcome, case .success(.picture(let picture)) = result {
            memory.insert(picture, for: url, size: size, cost: decoder.cost(of: picture))
        }
        for request in requests { waiters.removeValue(forKey: request)?.resume(with: result) }
    }

    private func result(of outcome: State.Outcome, _ url: URL) -> Result<Answer, any Error> {
        switch outcome {
        case .picture(let size), .outdatedPicture(let size):
            guard let picture = work[url]?.decodes[size]?.picture else { preconditionFailure("no picture of \(url)") }
            return .success(.picture(picture))
        case .alreadyCached: return .success(.cached(.alreadyCached))
        case .downloaded: return .success(.cached(.downloaded(bytes: work[url]?.data?.count ?? 0)))
        case .failed:
            guard let error = work[url]?.error else { preconditionFailure("\(url) failed without an error") }
            return .failure(error)
        case .refused(let bytes):
            return .failure(ImageLoaderError.overBudget(estimatedBytes: bytes, budget: limits.largestDecodeBytes))
        }
    }
}

extension ImagePriority {
    fileprivate var ofTasks: TaskPriority {
        switch self {
        case .visible: .userInitiated
        case .preload: .utility
        case .background: .background
        }
    }
}

/// How an image was cached.
public enum ImageCaching: Hashable, Sendable {
    /// The cache already had the image.
    case alreadyCached
    /// The image has been downloaded; `bytes` is its encoded size.
    case downloaded(bytes: Int)
}
