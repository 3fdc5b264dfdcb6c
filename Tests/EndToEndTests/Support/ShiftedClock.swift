import Foundation
import TestSupport

/// Shifts the wall clock of a process with a small preloaded library. The clock that timers use stays unchanged.
final class ShiftedClock: Sendable {
    private let folder: TemporaryFolder
    private var library: URL { folder.url.appending(path: "shifted-clock.so") }

    init() async throws {
        folder = try TemporaryFolder()
        let source = folder.url.appending(path: "shifted-clock.c")
        try Data(Self.source.utf8).write(to: source)
        let library = folder.url.appending(path: "shifted-clock.so")
        try await TestProgram.succeed(
            ["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"])
    }

    func environment(shiftedBy duration: Duration) -> [String: String] {
        guard duration != .zero else { return [:] }
        return ["LD_PRELOAD": library.path, "SHIFTED_CLOCK_SECONDS": String(duration.components.seconds)]
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdlib.h>
        #include <sys/time.h>
        #include <time.h>

        static time_t shift(void) {
            const char *text = getenv("SHIFTED_CLOCK_SECONDS");
            return text ? (time_t)atoll(text) : 0;
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            static int (*original)(clockid_t, struct timespec *);
            if (!original) original = dlsym(RTLD_NEXT, "clock_gettime");
            int result = original(clock, time);
            if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shift();
            return result;
        }

        int gettimeofday(struct timeval *time, void *zone) {
            struct timespec now;
            if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
            time->tv_sec = now.tv_sec;
            time->tv_usec = now.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *seconds) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (seconds) *seconds = now.tv_sec;
            return now.tv_sec;
        }
        """
}
