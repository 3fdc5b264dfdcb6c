import CDecoderProcess
import Foundation
package import ImageFormats

/// Shared memory in this process's address space, unmapped when this object is released.
///
/// `@unchecked`: the client's memory is sealed against changes, and the decoder's stays on one thread.
package final class MappedMemory: @unchecked Sendable {
    /// The bytes. They are writable only if the memory was mapped as writable.
    package let mutableBytes: UnsafeMutableRawBufferPointer

    /// - Parameter isUsedWhole: Whether all pages are mapped at once, which is faster than mapping them one by one.
    package init(descriptor: Int32, count: Int, isWritable: Bool, isUsedWhole: Bool = true) throws(PictureError) {
        let access = isWritable ? PROT_READ | PROT_WRITE : PROT_READ
        let flags = isUsedWhole ? MAP_SHARED | Int32(MAP_POPULATE) : MAP_SHARED
        guard let address = mmap(nil, count, access, flags, descriptor, 0),
            address != MAP_FAILED
        else { throw .noMemory }
        mutableBytes = UnsafeMutableRawBufferPointer(start: address, count: count)
    }

    deinit { munmap(mutableBytes.baseAddress, mutableBytes.count) }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(mutableBytes) }
}
