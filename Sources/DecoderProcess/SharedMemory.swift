import CDecoderProcess
package import Foundation
package import ImageFormats
import SystemPackage

/// Fixed-length memory that is shared with another process through its descriptor.
package final class SharedMemory: Sendable {
    package let descriptor: Int32
    package let count: Int

    /// Creates memory filled with zeros.
    /// - Throws: ``PictureError/noMemory``, even if the process only has too many open descriptors.
    package init(count: Int) throws(PictureError) {
        guard count > 0 else { throw .noMemory }
        descriptor = decoder_memory_create(count)
        guard descriptor >= 0 else { throw .noMemory }
        self.count = count
    }

    package convenience init(_ data: Data) throws(PictureError) {
        try self.init(count: data.count)
        guard data.withUnsafeBytes(write) else { throw .noMemory }
    }

    deinit { close(descriptor) }

    /// Copies bytes to the beginning, in half the time of mapping the memory and copying. Returns `false` if they can't
    /// be written.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= count else { return false }
        do {
            try FileDescriptor(rawValue: descriptor).writeAll(toAbsoluteOffset: 0, bytes)
            return true
        } catch {
            return false
        }
    }

    func bytes(in range: Range<Int>) -> Data? {
        var copy = Data(count: range.count)
        do {
            let count = try copy.withUnsafeMutableBytes { bytes in
                try FileDescriptor(rawValue: descriptor).read(fromAbsoluteOffset: Int64(range.lowerBound), into: bytes)
            }
            return count == range.count ? copy : nil
        } catch {
            return nil
        }
    }

    func seal() -> Bool { decoder_memory_seal(descriptor) == 0 }

    /// Maps the memory. The mapping outlives this object.
    package func mapped() throws(PictureError) -> MappedMemory {
        try MappedMemory(descriptor: descriptor, count: count, isWritable: false)
    }
}
