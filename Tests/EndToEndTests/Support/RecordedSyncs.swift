import Foundation
import TestSupport

/// Records a process's renames and syncs to the disk, with a small preloaded library.
final class RecordedSyncs: Sendable {
    private let folder = TemporaryFolder()
    private var library: URL { folder.url.appending(path: "recorded-syncs.so") }
    private var log: URL { folder.url.appending(path: "log") }

    init() async throws {
        let source = folder.url.appending(path: "recorded-syncs.c")
        try Data(Self.source.utf8).write(to: source)
        try await TestProgram.succeed(["clang", "-shared", "-fPIC", "-O1", "-o", library.path, source.path, "-ldl"])
    }

    var environment: [String: String] { ["LD_PRELOAD": library.path, "RECORDED_SYNCS": log.path] }

    /// Returns the recorded calls since the last time, such as `rename` or `fsync` and a path.
    func take() throws -> [(call: String, path: String)] {
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        try FileManager.default.removeItem(at: log)
        return lines.map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        }
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <limits.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/syscall.h>
        #include <unistd.h>

        static void record(const char *call, const char *path) {
            const char *log = getenv("RECORDED_SYNCS");
            int file = log ? open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
            if (file < 0) return;
            dprintf(file, "%s %s\\n", call, path);
            close(file);
        }

        int rename(const char *old, const char *new) {
            static int (*original)(const char *, const char *);
            if (!original) original = dlsym(RTLD_NEXT, "rename");
            int result = original(old, new);
            if (result == 0) record("rename", new);
            return result;
        }

        long syscall(long number, ...) {
            static long (*original)(long, ...);
            if (!original) original = dlsym(RTLD_NEXT, "syscall");
            long a[6];
            va_list list;
            va_start(list, number);
            for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
            va_end(list);
            long result = original(number, a[0], a[1], a[2], a[3], a[4], a[5]);
            if (result == 0 && number == SYS_renameat2) record("rename", (const char *)a[3]);
            return result;
        }

        int fsync(int file) {
            static int (*original)(int);
            if (!original) original = dlsym(RTLD_NEXT, "fsync");
            char link[64], path[PATH_MAX + 1] = "";
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            if (readlink(link, path, PATH_MAX) < 0) strcpy(path, "?");
            int result = original(file);
            if (result == 0) record("fsync", path);
            return result;
        }
        """
}
