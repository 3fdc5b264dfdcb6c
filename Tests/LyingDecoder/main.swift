import CDecoderProcess
import DecoderProcess
import Foundation
import ImageFormats

// A decoder that tells the lie in its name: once, so the next decoder started by that name is honest; always, with
// `.always`; with `.picture`, whenever it gets the first picture; with `.pictures`, for each picture followed by the
// name of a lie. It decodes nothing: its pictures and its JPEGs are grey.

let socket: Int32 = 3
let name = URL(filePath: CommandLine.arguments[0])
let told = open(name.path + ".told", O_CREAT | O_EXCL | O_WRONLY, 0o600)
let liesOnce = !["always", "picture", "pictures"].contains(name.pathExtension)
var lie = told < 0 && liesOnce ? nil : Lie(rawValue: name.deletingPathExtension().lastPathComponent)
let lieAboutPicture = name.pathExtension == "picture" ? lie : nil

/// Returns whether a picture is the first one received.
func isFirst(_ encoded: Data) throws -> Bool {
    let first = URL(filePath: name.path + ".first")
    do {
        try encoded.write(to: first, options: .withoutOverwriting)
        return true
    } catch CocoaError.fileWriteFileExists {
        return try Data(contentsOf: first) == encoded
    }
}

/// Returns the lie named by the last word of a picture's bytes.
func lieBehind(_ encoded: Data) -> Lie? {
    String(decoding: encoded.suffix(20), as: UTF8.self).split(separator: " ").last.flatMap { Lie(rawValue: String($0)) }
}

/// Lets the test kill this process, once.
func waitToBeKilled() throws -> Never {
    do {
        try Data(String(getpid()).utf8).write(to: URL(filePath: name.path + ".waits"), options: .withoutOverwriting)
    } catch CocoaError.fileWriteFileExists {
        abort()
    }
    hang()
}

func send(_ bytes: [UInt8], _ descriptors: [Int32] = []) {
    _ = decoder_send(socket, bytes, bytes.count, descriptors, Int32(descriptors.count))
}

func answer(_ number: Int, _ outcome: DecoderAnswer) {
    send(DecoderMessage.answer(number: number, outcome).bytes)
}

func hang() -> Never {
    while true { pause() }
}

let hello = DecoderMessage.hello(.all).bytes
switch lie {
case .mute: hang()
case .stillborn: exit(1)
case .shortLived:
    send(hello)
    exit(1)
case .greeting: for _ in 0..<100 { send(hello) }
case .unasked:
    send(hello)
    answer(1, .failed(.noMemory))
default: send(hello)
}

var buffer = [UInt8](repeating: 0, count: DecoderRequest.maximumCount)
var descriptors: [Int32] = [-1, -1]
var kept: [UnsafeMutableRawPointer?] = []
while true {
    let count = decoder_receive_with_descriptors(socket, &buffer, buffer.count, &descriptors)
    guard count > 0 else { exit(EX_OK) }
    guard let request = DecoderRequest(buffer.prefix(count)) else { exit(EX_DATAERR) }
    let encoded = try MappedMemory(descriptor: descriptors[0], count: request.encodedCount, isWritable: false)
    let plan = try DecodePlan(of: Data(encoded.bytes))
    guard let memory = mmap(nil, request.resultCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptors[1], 0),
        memory != MAP_FAILED
    else { exit(EX_OSERR) }
    if name.pathExtension == "pictures" { lie = lieBehind(Data(encoded.bytes)) }
    if let lieAboutPicture { lie = try isFirst(Data(encoded.bytes)) ? lieAboutPicture : nil }
    let outcome: DecoderAnswer
    switch request.task {
    case .picture(let box):
        memset(memory, 0x80, request.resultCount)
        outcome = .picture(plan.pictureSize(filling: box), plan.pictureLayout)
    case .sizes(let longEdges):
        let layout = try SizesMemory(plan.image.uprightSize.scaled(toLongEdges: longEdges))
        outcome = GreySizes(lie, layout).write(
            to: UnsafeMutableRawBufferPointer(start: memory, count: request.resultCount))
    case .frames(_, let count):
        guard let animation = AnimationInfo(of: Data(encoded.bytes)) else { exit(EX_DATAERR) }
        let layout = FramesMemory(animation.cost, count: count)
        memset(memory + layout.canvas.upperBound, 0x80, request.resultCount - layout.canvas.upperBound)
        outcome = .frames(count)
    }
    kept.append(memory)
    if lie != .keepsMemory { munmap(memory, request.resultCount) }
    for descriptor in descriptors where lie != .keepsMemory { close(descriptor) }
    switch lie {
    case .otherNumber: answer(request.number + 1, outcome)
    case .twice: for _ in 0..<2 { answer(request.number, outcome) }
    case .otherSize, .hugeSize, .otherLayout, .otherTask, .fewerFrames, .hugeFrames:
        answer(request.number, lie?.outcome(insteadOf: outcome) ?? outcome)
    case .garbage: send([UInt8](repeating: 0xA5, count: DecoderMessage.maximumCount))
    case .short: send([1, 2, 3])
    case .long: send([UInt8](repeating: 0, count: 100_000))
    case .descriptors: for _ in 0..<50 { send([UInt8](repeating: 0, count: DecoderMessage.maximumCount), [0, 1]) }
    case .hangs: hang()
    case .waits: try waitToBeKilled()
    case .ends: exit(0)
    case .crashes: abort()
    case .unknownTask: answer(request.number, .unknownTask)
    default: answer(request.number, outcome)
    }
}
