import CDecoderProcess
package import Foundation
import ImageFormats

/// The decoder's end of the socket: receives requests one at a time and answers them.
package struct DecoderService {
    private let socket: Int32

    package init(socket: Int32) { self.socket = socket }

    package func send(_ message: DecoderMessage) -> Bool {
        let bytes = message.bytes
        return decoder_send(socket, bytes, bytes.count, nil, 0) == 0
    }

    /// Answers requests until the client has gone or sends an invalid request.
    /// - Parameter answer: Returns the outcome of a request, given the encoded data and the memory for the result.
    ///   Neither may be used after the closure returns.
    package func run(_ answer: (DecoderRequest, Data, UnsafeMutableRawBufferPointer) -> DecoderAnswer) {
        var buffer = [UInt8](repeating: 0, count: DecoderRequest.maximumCount)
        var descriptors = [Int32](repeating: -1, count: Int(DECODER_MAXIMUM_DESCRIPTORS))
        while true {
            let count = decoder_receive_with_descriptors(socket, &buffer, buffer.count, &descriptors)
            guard (1...buffer.count).contains(count), let request = DecoderRequest(buffer.prefix(count)) else { return }
            let outcome = outcome(of: request, descriptors, answer)
            guard send(.answer(number: request.number, outcome)) else { return }
        }
    }

    /// Unmaps the memory before returning, so the client can seal it.
    private func outcome(
        of request: DecoderRequest, _ descriptors: [Int32],
        _ answer: (DecoderRequest, Data, UnsafeMutableRawBufferPointer) -> DecoderAnswer
    ) -> DecoderAnswer {
        defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
        // Reading past the end of the memory would crash the process.
        guard descriptors.allSatisfy({ $0 >= 0 }), lseek(descriptors[0], 0, SEEK_END) == request.encodedCount,
            lseek(descriptors[1], 0, SEEK_END) == request.resultCount
        else { return .unknownTask }
        do throws(PictureError) {
            let encoded = try MappedMemory(descriptor: descriptors[0], count: request.encodedCount, isWritable: false)
            let result = try MappedMemory(
                descriptor: descriptors[1], count: request.resultCount, isWritable: true,
                isUsedWhole: request.task.usesWholeResult)
            return withExtendedLifetime((encoded, result)) {
                let data = encoded.mutableBytes.baseAddress.map {
                    Data(bytesNoCopy: $0, count: encoded.mutableBytes.count, deallocator: .none)
                }
                return answer(request, data ?? Data(), result.mutableBytes)
            }
        } catch {
            return .failed(error)
        }
    }
}
