import ImagePipeline

#if DEBUG
    import EssentialFeedStore
    import Foundation
    import ImagePipeline

    /// What happens to a trace when its file may not grow beyond 5,000 bytes, which is in the middle of an event.
    struct FullTrace {
        let folder: URL

        func run() async throws {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 5_000, rlim_max: rlim_t.max)
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
            let writer = TraceWriter(file: folder.appending(path: "trace.json")) {
                StoreChild.say("failed \($0.code)")
            }
            let now = ContinuousClock.now
            let event = ImageLoaderEvent(
                stage: .decode, url: URL(filePath: "/a"), request: nil, start: now, end: now, bytes: nil,
                outcome: .done)
            for _ in 0..<1000 { writer.write(event) }
            await writer.close()
            StoreChild.say("closed")
        }
    }
#endif
