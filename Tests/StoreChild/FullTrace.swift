#if DEBUG
    import EssentialFeed
    import EssentialFeedStore
    import Foundation

    /// What happens to a trace when no file may grow beyond a hundred lines and a half.
    struct FullTrace {
        let folder: URL

        func run() async throws {
            signal(SIGXFSZ, SIG_IGN)
            let line = #"{"stage":"decode","url":"http://host/a","began":0.000001,"ended":0.000002,"outcome":"done"}"#
            var limit = rlimit(rlim_cur: rlim_t(line.utf8.count + 1) * 100 + 40, rlim_max: rlim_t.max)
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
                throw CocoaError(.fileWriteUnknown)
            }
            let writer = TraceWriter(file: folder.appending(path: "trace.jsonl")) {
                StoreChild.say("failed \($0.code)")
            }
            let event = try FeedImageTrace(Data(line.utf8)).events[0]
            for _ in 0..<1000 { writer.write(event) }
            await writer.close()
            StoreChild.say("closed")
        }
    }
#endif
