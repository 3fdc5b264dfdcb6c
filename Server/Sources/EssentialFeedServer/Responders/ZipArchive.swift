import CZlib
import Foundation
import NIOCore

/// The parts between the files in a ZIP archive written from beginning to end (APPNOTE 6.3.10).
///
/// The files are stored uncompressed. The checksum and the size of each precede it, for programs that read archives
/// from the beginning. Numbers that don't fit are written as ZIP64.
struct ZipArchive {
    static let mediaType = "application/zip"

    struct File: Sendable {
        /// Unique in the archive.
        let name: String
        /// In bytes.
        let size: Int
        let date: Date
        var checksum: UInt32 = 0
    }

    private struct Entry {
        let file: File
        let offset: Int
    }

    private static let version: UInt16 = 20
    private static let version64: UInt16 = 45
    /// The mark of a number stored in ZIP64.
    private static let large = UInt32.max
    /// The name is UTF-8.
    private static let flags: UInt16 = 1 << 11
    /// The system that made the archive: Unix, with permissions in the upper half of the attributes.
    private static let unix: UInt16 = 3 << 8
    private static let attributes: UInt32 = 0o100644 << 16
    /// From 1980 to 2107, in seconds since 1970. All other dates are written as the first of them.
    private static let datable = 315_532_800.0..<4_354_819_200

    /// The number of bytes up to the next file, with those of the files.
    private(set) var count = 0
    /// The time zone of the dates, for programs without support for UTC.
    private let timeZone: TimeZone
    private var entries: [Entry] = []

    init(timeZone: TimeZone = .gmt) {
        self.timeZone = timeZone
    }

    /// Returns the length of an archive. It doesn't depend on the checksums.
    static func length(of files: [File]) -> Int {
        var archive = ZipArchive()
        for file in files { _ = archive.begin(file) }
        _ = archive.end()
        return archive.count
    }

    static func checksum(of bytes: ByteBuffer, after earlier: UInt32 = 0) -> UInt32 {
        // zlib treats a missing buffer as the beginning.
        guard bytes.readableBytes > 0 else { return earlier }
        return bytes.withUnsafeReadableBytes { bytes in
            UInt32(
                truncatingIfNeeded: crc32(
                    UInt(earlier), bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
        }
    }

    /// Begins a file. Its bytes follow.
    /// - Returns: The bytes before those of the file.
    mutating func begin(_ file: File) -> ByteBuffer {
        entries.append(Entry(file: file, offset: count))
        let isLarge = Self.isLarge(file.size)
        let size = UInt32(clamping: file.size)
        var bytes = ByteBuffer()
        bytes.append(0x0403_4b50 as UInt32)
        appendFacts(of: file, isLarge ? Self.version64 : Self.version, to: &bytes)
        bytes.append(file.checksum, size, size)
        var extra = Self.time(of: file)
        if isLarge {
            extra.append(1 as UInt16, 16)
            extra.append(UInt64(file.size), UInt64(file.size))
        }
        bytes.append(UInt16(file.name.utf8.count), UInt16(extra.readableBytes))
        bytes.writeString(file.name)
        bytes.writeBuffer(&extra)
        count += bytes.readableBytes + file.size
        return bytes
    }

    /// Returns the bytes after the last file.
    mutating func end() -> ByteBuffer {
        var bytes = ByteBuffer()
        for entry in entries { append(entry, to: &bytes) }
        let (start, length) = (count, bytes.readableBytes)
        let files = UInt16(clamping: entries.count)
        if files == .max || Self.isLarge(length) || Self.isLarge(start) {
            bytes.append(0x0606_4b50 as UInt32)
            bytes.append(44 as UInt64)
            bytes.append(Self.unix | Self.version64, Self.version64)
            bytes.append(0 as UInt32, 0)
            bytes.append(UInt64(entries.count), UInt64(entries.count), UInt64(length), UInt64(start))
            bytes.append(0x0706_4b50 as UInt32, 0)
            bytes.append(UInt64(start + length))
            bytes.append(1 as UInt32)
        }
        bytes.append(0x0605_4b50 as UInt32)
        bytes.append(0 as UInt16, 0, files, files)
        bytes.append(UInt32(clamping: length), UInt32(clamping: start))
        bytes.append(0 as UInt16)
        count += bytes.readableBytes
        return bytes
    }

    private func append(_ entry: Entry, to bytes: inout ByteBuffer) {
        let file = entry.file
        var large = ByteBuffer()
        if Self.isLarge(file.size) { large.append(UInt64(file.size), UInt64(file.size)) }
        if Self.isLarge(entry.offset) { large.append(UInt64(entry.offset)) }
        let version = large.readableBytes > 0 ? Self.version64 : Self.version
        bytes.append(0x0201_4b50 as UInt32)
        bytes.append(Self.unix | version)
        appendFacts(of: file, version, to: &bytes)
        bytes.append(file.checksum, UInt32(clamping: file.size), UInt32(clamping: file.size))
        var extra = Self.time(of: file)
        if large.readableBytes > 0 {
            extra.append(1 as UInt16, UInt16(large.readableBytes))
            extra.writeBuffer(&large)
        }
        bytes.append(UInt16(file.name.utf8.count), UInt16(extra.readableBytes), 0, 0, 0)
        bytes.append(Self.attributes, UInt32(clamping: entry.offset))
        bytes.writeString(file.name)
        bytes.writeBuffer(&extra)
    }

    /// Appends the version of the format, how the file is stored, and its date to the last two seconds.
    private func appendFacts(of file: File, _ version: UInt16, to bytes: inout ByteBuffer) {
        let seconds = file.date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: file.date))
        var (parts, date, time) = (tm(), 1 << 5 | 1 as Int32, 0 as Int32)
        if Self.datable.contains(seconds) {
            var seconds = time_t(seconds)
            gmtime_r(&seconds, &parts)
            date = (parts.tm_year - 80) << 9 | (parts.tm_mon + 1) << 5 | parts.tm_mday
            time = parts.tm_hour << 11 | parts.tm_min << 5 | parts.tm_sec / 2
        }
        bytes.append(version, Self.flags, 0, UInt16(time), UInt16(date))
    }

    /// Returns the date in UTC as programs on Unix read it; nothing if they don't agree on it.
    private static func time(of file: File) -> ByteBuffer {
        var bytes = ByteBuffer()
        guard let seconds = Int32(exactly: file.date.timeIntervalSince1970.rounded(.down)), seconds >= 0 else {
            return bytes
        }
        bytes.append(0x5455 as UInt16, 5)
        bytes.append(1 as UInt8)
        bytes.append(seconds)
        return bytes
    }

    private static func isLarge(_ number: Int) -> Bool { number >= Int(large) }
}

extension ByteBuffer {
    fileprivate mutating func append<Value: FixedWidthInteger>(_ values: Value...) {
        for value in values { writeInteger(value, endianness: .little) }
    }
}
