import DecoderProcess
import Foundation
import Glibc
import ImageDecoding
import ImageFormats

// Decodes images for the process that started this one. Images arrive through the socket at descriptor 3. This program
// has no other access to the system.

let socket: Int32 = 3
var isSocket = stat()
guard CommandLine.arguments.count == 2, let parent = pid_t(CommandLine.arguments[1]), fstat(socket, &isSocket) == 0,
    isSocket.st_mode & S_IFMT == S_IFSOCK
else {
    FileHandle.standardError.write(
        Data("essential-feed-decoder is started by Essential Feed: start essential-feed-app instead.\n".utf8))
    exit(EX_USAGE)
}
// Decoding gives way to the screen and to the server's answers, which users wait for.
_ = nice(5)
guard var process = ConfinedProcess(parent: parent, socket: socket) else { exit(EX_UNAVAILABLE) }
PictureDecoder().warmUp()
process.confine(budget: DecodingMemory.wholeBudget)

let service = DecoderService(socket: socket)
guard service.send(.hello(process.confinement)) else { exit(EX_OK) }
service.run { [process] request, data, memory in
    // A request may allow more than an image may use.
    let budget = min(request.budget, DecodingMemory.wholeBudget)
    let decoder = PictureDecoder(budget: budget, timeLimit: request.timeLimit)
    do throws(PictureError) {
        /// Refuses an image above the budget. For other images, limits the memory to the image's needs.
        func admit(_ estimate: Int, _ image: ImageHeader) throws(PictureError) {
            guard estimate <= budget else { throw .tooLarge(image.size) }
            process.limitMemory(to: estimate + data.count + memory.count)
        }
        switch request.task {
        case .picture(let box):
            let plan = try DecodePlan(of: data)
            try admit(plan.estimatedBytes(filling: box), plan.image)
            let picture = try decoder.decode(data, plan, filling: box, into: memory)
            return .picture(picture.size, picture.layout)
        case .sizes(let longEdges):
            let plan = try DecodePlan(of: data)
            let sizes = plan.image.uprightSize.scaled(toLongEdges: longEdges)
            let layout = try SizesMemory(sizes)
            guard layout.count <= memory.count else { throw .noMemory }
            try admit(plan.estimatedBytes(scaledTo: sizes), plan.image)
            let (counts, placeholder) = try decoder.encode(
                data, plan, sizes: sizes,
                into: layout.images.map { UnsafeMutableRawBufferPointer(rebasing: memory[$0.range]) })
            memory[layout.placeholder].copyBytes(from: placeholder.bytes)
            return .sizes(placeholderCount: placeholder.bytes.count, imageCounts: counts)
        case .frames(let position, let count):
            let decoder = AnimationDecoder(budget: budget, timeLimit: request.timeLimit)
            try decoder.decode(data, from: position, count: count) { cost throws(PictureError) in
                let layout = FramesMemory(cost, count: count)
                guard layout.count <= memory.count else { throw .noMemory }
                try admit(cost.estimatedBytes(count), cost.image)
                return (
                    UnsafeMutableRawBufferPointer(rebasing: memory[layout.canvas]),
                    layout.frames.map { UnsafeMutableRawBufferPointer(rebasing: memory[$0]) }
                )
            }
            return .frames(count)
        }
    } catch {
        return .failed(error)
    }
}
