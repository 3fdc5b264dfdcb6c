import DecoderProcess
import Foundation

extension DecoderPool {
    static func built() -> DecoderPool {
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return DecoderPool(program: DecoderProgram(for: executable, environment: [:])) { print($0) }
    }
}
