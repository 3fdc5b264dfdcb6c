import Foundation

/// What the state decided is done.
extension ImageLoader {
    func perform(_ actions: [State.Action]) {
        var actions = actions
        var next = 0
        // An action may bring others, which come after those that are there.
        while next < actions.count {
            actions += perform(actions[next])
            next += 1
        }
    }

    private func perform(_ action: State.Action) -> [State.Action] {
        switch action {
        case .read(let url, let priority): startReading(url, priority)
        case .download(let url, let priority): startDownloading(url, priority)
        case .estimate(let url): return estimate(url)
        case .decode(let url, let priority): startDecoding(url, priority)
        case .removeBytes(let url): startRemoving(url)
        case .revalidate(let url): startRevalidating(url)
        case .cancelWork(let url): work[url]?.task?.cancel()
        case .deliver(let requests, let url, let outcome): deliver(requests, url, outcome)
        case .end(let url): work[url] = nil
        }
        return []
    }

    private func startReading(_ url: URL, _ priority: ImagePriority) {
        let began = endWaiting(url)
        work[url]?.task = Task(priority: priority.ofTasks) { [cache] in
            var result = State.ReadResult.found
            do {
                let data = try await cache.execute(url)
                work[url]?.data = data
                tracer.tell(.disk, url, since: began, bytes: data.count, .done)
            } catch {
                tracer.tell(.disk, url, since: began, .of(error))
                if case ImageCacheError.notFound = error {
                    result = .notFound
                } else {
                    if !(error is CancellationError) { report(error) }
                    result = .failed
                }
            }
            beginWaiting(url)
            perform(state.readFinished(url, result))
        }
    }

    private func startDownloading(_ url: URL, _ priority: ImagePriority) {
        let began = endWaiting(url)
        work[url]?.task = Task(priority: priority.ofTasks) { [remote] in
            var hasBytes = false
            do {
                let data = try await remote.execute(url)
                work[url]?.data = data
                hasBytes = true
                tracer.tell(.download, url, since: began, bytes: data.count, .done)
            } catch {
                work[url]?.error = error
                tracer.tell(.download, url, since: began, .of(error))
            }
            beginWaiting(url)
            perform(state.downloadFinished(url, hasBytes: hasBytes))
        }
    }

    private func estimate(_ url: URL) -> [State.Action] {
        guard let data = work[url]?.data else { preconditionFailure("no bytes to estimate, of \(url)") }
        do {
            return state.estimated(url, bytes: try decoder.estimatedBytes(of: data, for: memory.shownSize))
        } catch {
            report(error)
            work[url]?.error = error
            return decoder.isFault(ofBytes: error) ? state.estimated(url, bytes: nil) : state.undecoded(url)
        }
    }

    private func startDecoding(_ url: URL, _ priority: ImagePriority) {
        guard let data = work[url]?.data else { preconditionFailure("no bytes to decode, of \(url)") }
        let began = endWaiting(url)
        let size = memory.shownSize
        // The bytes are the decoder's alone now.
        work[url]?.data = nil
        work[url]?.task = Task(priority: priority.ofTasks) { [decoder] in
            do {
                let picture = try await decoder.decode(data, for: size)
                work[url]?.picture = (picture, size)
                tracer.tell(.decode, url, since: began, bytes: decoder.cost(of: picture), .done)
                perform(state.decodeFinished(url, hasPicture: true))
            } catch {
                work[url]?.error = error
                tracer.tell(.decode, url, since: began, .of(error))
                if !(error is CancellationError) { report(error) }
                let isFault = decoder.isFault(ofBytes: error)
                perform(isFault ? state.decodeFinished(url, hasPicture: false) : state.undecoded(url))
            }
        }
    }

    private func startRemoving(_ url: URL) {
        work[url]?.task = Task { [removeData] in
            do {
                try await removeData(url)
            } catch {
                report(error)
            }
            beginWaiting(url)
            perform(state.bytesRemoved(url))
        }
    }

    private func startRevalidating(_ url: URL) {
        Task(priority: .background) { [revalidate] in
            do {
                // A picture that is on the screen stays; it is loaded anew when it is looked for again.
                if try await revalidate(url) {
                    memory.remove(url)
                    work[url]?.isReplaced = true
                }
            } catch {
                report(error)
            }
            perform(state.revalidationFinished(url))
        }
    }

    private func deliver(_ requests: [State.RequestID], _ url: URL, _ outcome: State.Outcome) {
        let result = result(of: outcome, url)
        if outcome == .picture, let (picture, size) = work[url]?.picture, work[url]?.isReplaced == false {
            memory.insert(picture, for: url, size: size, cost: decoder.cost(of: picture))
        }
        for request in requests { waiters.removeValue(forKey: request)?.resume(with: result) }
    }

    private func result(of outcome: State.Outcome, _ url: URL) -> Result<Answer, any Error> {
        switch outcome {
        case .picture:
            guard let picture = work[url]?.picture?.picture else { preconditionFailure("no picture of \(url)") }
            return .success(.picture(picture))
        case .alreadyStored: return .success(.stored(.alreadyStored))
        case .downloaded: return .success(.stored(.downloaded(bytes: work[url]?.data?.count ?? 0)))
        case .failed:
            guard let error = work[url]?.error else { preconditionFailure("\(url) failed without an error") }
            return .failure(error)
        case .refused(let bytes):
            return .failure(FeedImageRefused(estimatedBytes: bytes, budget: limits.decodeBytes))
        }
    }

    private func beginWaiting(_ url: URL) {
        work[url]?.waitsSince = tracer.now
    }

    /// - Returns: when it ended.
    private func endWaiting(_ url: URL) -> Duration {
        guard let waitsSince = work[url]?.waitsSince else { preconditionFailure("nobody waits for \(url)") }
        tracer.tell(.queue, url, since: waitsSince, .done)
        return tracer.now
    }
}

extension ImagePriority {
    /// Of the tasks that do the work.
    fileprivate var ofTasks: TaskPriority {
        switch self {
        case .visible: .userInitiated
        case .preload: .utility
        case .background: .background
        }
    }
}
