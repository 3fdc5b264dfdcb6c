import Foundation

extension ChildProcess {
    private static let pause = Duration.milliseconds(250)
    /// How many pauses in a row a program has nothing to do in before it rests.
    private static let pausesOfRest = 8
    /// The most processor time of an idle program during a pause.
    private static let leastWork = Duration.milliseconds(2)
    private static let patience = Duration.seconds(600)

    /// Waits until the program has taken hardly any processor time for two seconds.
    /// - Throws: ``BenchmarkFailure`` if it still works after ten minutes.
    package func waitUntilIdle() throws {
        let deadline = ContinuousClock.now + Self.patience
        var last = try processorTime()
        var rests = 0
        while rests < Self.pausesOfRest {
            try Task.checkCancellation()
            try BenchmarkFailure.check(.now < deadline, "a program does not come to rest")
            usleep(UInt32(Self.pause / .microseconds(1)))
            let time = try processorTime()
            rests = time - last <= Self.leastWork ? rests + 1 : 0
            last = time
        }
    }

    /// Returns the program's current memory, in bytes, including shared memory.
    package func residentMemory() throws -> Int { try ThisProcess.memory("VmRSS:", of: "\(id)") }
}
