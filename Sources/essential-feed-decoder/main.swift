import DecoderProcess
import Foundation
import Glibc
import ImageDecoding
import ImageFormats

// Decodes images for the process that has started it, which sends them through the socket at descriptor 3. It has no other
// way to the world.

let socket: Int32 = 3
/// The most memory, in bytes, that one image may take, whatever its request says.
let greatestBudget = 512 << 20

var isSocket = stat()
guard CommandLine.arguments.count == 2, let parent = pid_t(CommandLine.arguments[1]), fstat(socket, &isSocket) == 0,
    isSocket.st_mode & S_IFMT == S_IFSOCK
else {
    FileHandle.standardError.write(
        Data("essential-feed-decoder is started by Essential Feed: start essential-feed-app instead.\n".utf8))
    exit(EX_USAGE)
}
guard var process = ConfinedProcess(parent: parent, socket: socket) else { exit(EX_UNAVAILABLE) }
PictureDecoder().warmUp()
process.confine(budget: greatestBudget)

let service = DecoderService(socket: socket)
guard service.send(.hello(process.confinement)) else { exit(EX_OK) }
service.run { [process] request, data, memory in
    guard case .picture(let box) = request.task else { return .unknownTask }
    let budget = min(request.budget, greatestBudget)
    do throws(PictureError) {
        let estimate = try PictureHeader(of: data).estimatedBytes(filling: box)
        guard estimate <= budget else { throw .tooLarge(try PictureHeader(of: data).image.size) }
        process.limitMemory(to: estimate + data.count + memory.count)
        let decoder = PictureDecoder(budget: budget, timeLimit: request.timeLimit)
        let picture = try decoder.decode(data, filling: box, into: memory)
        return .picture(picture.size, picture.layout)
    } catch {
        return .failed(error)
    }
}
