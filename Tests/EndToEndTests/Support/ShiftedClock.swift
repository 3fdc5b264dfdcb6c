import Foundation
import TestSupport

/// Shifts the wall clock of a process with a small preloaded library. The clock that timers use stays unchanged.
final class ShiftedClock: Sendable {
    /// Compiled once for all tests of the process, beside the programs, where other processes of tests may put it, too.
    private static let library = Task<URL, any Error> {
        let library = Program.url(of: "shifted-clock.so")
        let own = library.path + ".\(ProcessInfo.processInfo.processIdentifier)"
        let folder = TemporaryFolder()
        let file = folder.url.appending(path: "shifted-clock.c")
        try Data(ShiftedClock.source.utf8).write(to: file)
        try await TestProgram.succeed(["clang", "-shared", "-fPIC", "-O1", "-o", own, file.path, "-ldl"])
        guard rename(own, library.path) == 0 else { throw POSIXError(.EIO) }
        return library
    }

    private let folder = TemporaryFolder()
    private let library: URL

    init() async throws {
        library = try await Self.library.value
    }

    func environment(shiftedBy duration: Duration) -> [String: String] {
        guard duration != .zero else { return [:] }
        return ["LD_PRELOAD": library.path, "SHIFTED_CLOCK_SECONDS": String(duration.components.seconds)]
    }

    /// Returns the environment of a process whose clock can be moved while it runs.
    func environmentOfMovableClock() throws -> [String: String] {
        try move(by: .zero)
        return ["LD_PRELOAD": library.path, "SHIFTED_CLOCK_FILE": file.path]
    }

    /// Moves the clock of processes that run in the environment of a movable clock.
    /// - Parameter duration: The distance from the real time.
    func move(by duration: Duration) throws {
        // Written into the same file, because the processes have mapped it.
        if !FileManager.default.fileExists(atPath: file.path) { try Data(count: 8).write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: withUnsafeBytes(of: duration.components.seconds) { Data($0) })
        try handle.close()
    }

    private var file: URL { folder.url.appending(path: "seconds") }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/time.h>
        #include <time.h>

        static time_t shift(void) {
            static volatile long long *moved;
            const char *path = moved ? 0 : getenv("SHIFTED_CLOCK_FILE");
            if (path) {
                void *memory = mmap(0, 8, PROT_READ, MAP_SHARED, open(path, O_RDONLY | O_CLOEXEC), 0);
                if (memory != MAP_FAILED) moved = memory;
            }
            if (moved) return (time_t)*moved;
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
