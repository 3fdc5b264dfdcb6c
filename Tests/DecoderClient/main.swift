import DecoderProcess
import Foundation
import ImageFormats

// Decodes an image in a separate process, reports it, and waits for its own end: decoder-client PROGRAM IMAGE.

let pool = DecoderPool(program: DecoderProgram(URL(filePath: CommandLine.arguments[1]))) { print($0) }
let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[2]))
_ = try await pool.picture(of: data, filling: PixelSize(width: 40, height: 30))
print("decoded")
fflush(nil)
_ = readLine()
