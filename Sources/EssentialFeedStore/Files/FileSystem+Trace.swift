import SystemPackage

// What the trace's file still calls by plain descriptors.

extension FileSystem {
    static func open(_ path: String, _ flags: Int32) throws -> Int32 {
        try open(path, .init(rawValue: flags & 3), .init(rawValue: flags & ~3)).rawValue
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
        _ = try naming("write", path) { try FileDescriptor(rawValue: descriptor).writeAll(bytes) }
    }
}

extension FileSystemError {
    var code: Int32 { errno.rawValue }

    init(code: Int32, operation: String, path: String) {
        self.init(errno: Errno(rawValue: code), operation: operation, path: path)
    }
}
