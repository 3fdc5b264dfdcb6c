import CAdwaita
import Foundation
@testable import GtkKit
import XCTest

/// How the app learns that memory is short. The comment above a function is its name.
final class MemoryPressureTests: WidgetTestCase {
    /// Memory counts as short from the first sign of it until none has come for a while
    func test_pressure_beginsOnceAndEnds() {
        onMain {
            var told: [Bool] = []
            let pressure = MemoryPressure(stall: "/dev/null", lasting: .milliseconds(20)) { told.append($0) }
            XCTAssertEqual(told, [])
            pressure.receiveSign()
            pressure.receiveSign()
            XCTAssertEqual(told, [true])
            runLoop(until: "the end of it") { told.count > 1 }
            XCTAssertEqual(told, [true, false])
            pressure.receiveSign()
            XCTAssertEqual(told, [true, false, true])
        }
    }

    /// Each sign of it restarts the wait for its end
    func test_pressure_lastsFromTheLastSign() {
        onMain {
            var ended: [String] = []
            let pressure = MemoryPressure(stall: "/dev/null", lasting: .seconds(1)) { isOn in
                if !isOn { ended.append("renewed") }
            }
            let shorter = MemoryPressure(stall: "/dev/null", lasting: .milliseconds(500)) { isOn in
                if !isOn { ended.append("shorter") }
            }
            let later = MemoryPressure(stall: "/dev/null", lasting: .milliseconds(750)) { isOn in
                if !isOn { ended.append("later") }
            }
            pressure.receiveSign()
            shorter.receiveSign()
            runLoop(until: "some of the time") { !ended.isEmpty }
            later.receiveSign()
            pressure.receiveSign()
            runLoop(until: "the end of all") { ended.count == 3 }
            XCTAssertEqual(ended, ["shorter", "later", "renewed"])
        }
    }

    /// The kernel is asked for notifications, and the file for them is closed
    func test_pressure_asksTheKernel() throws {
        let file = URL(filePath: NSTemporaryDirectory()).appending(path: "stall-\(UUID())")
        try Data().write(to: file)
        onMain {
            var pressure: MemoryPressure? = MemoryPressure(stall: file.path) { _ in }
            XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "some 150000 2000000\0")
            XCTAssertEqual(try Self.descriptors(of: file).count, 1)
            withExtendedLifetime(pressure) {}
            pressure = nil
            XCTAssertEqual(try Self.descriptors(of: file), [])
            var turns = 0
            runLoop(until: "turns in which nobody is called any more") {
                turns += 1
                return turns > 5
            }
        }
        try FileManager.default.removeItem(at: file)
    }

    /// The warnings of the desktop's memory monitor count as well
    func test_pressure_hearsTheDesktop() {
        onMain {
            let monitor = try XCTUnwrap(g_memory_monitor_dup_default())
            defer { g_object_unref(UnsafeMutableRawPointer(monitor)) }
            var told: [Bool] = []
            let pressure = MemoryPressure(stall: "/dev/null", lasting: .seconds(60)) { told.append($0) }
            emit(
                "low-memory-warning", from: UnsafeMutableRawPointer(monitor),
                [.enumeration(Int32(G_MEMORY_MONITOR_WARNING_LEVEL_LOW.rawValue))])
            withExtendedLifetime(pressure) { XCTAssertEqual(told, [true]) }
        }
    }

    /// When the kernel signals that processes wait for memory, memory counts as short
    func test_pressure_hearsTheKernel() {
        onMain {
            // A terminal whose other end reports changes signals them as the kernel's file does: with priority.
            let terminals = URL(filePath: "/dev/ptmx").resolvingSymlinksInPath()
            let others = try Self.descriptors(of: terminals)
            var told: [Bool] = []
            let pressure = MemoryPressure(stall: terminals.path, lasting: .seconds(60)) { told.append($0) }
            let new = try Self.descriptors(of: terminals).subtracting(others)
            let terminal = try XCTUnwrap(new.first)
            var isReporting: Int32 = 1
            XCTAssertEqual(ioctl(terminal, UInt(TIOCPKT), &isReporting), 0)
            // Swift imports neither `TIOCSPTLCK` nor `TIOCGPTN`.
            var isLocked: Int32 = 0
            XCTAssertEqual(ioctl(terminal, 0x4004_5431, &isLocked), 0)
            var number: Int32 = 0
            XCTAssertEqual(ioctl(terminal, 0x8004_5430, &number), 0)
            let end = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
            XCTAssertGreaterThanOrEqual(end, 0)
            defer { close(end) }
            XCTAssertEqual(told, [])
            XCTAssertEqual(tcflush(end, TCIOFLUSH), 0)
            withExtendedLifetime(pressure) { runLoop(until: "the sign") { !told.isEmpty } }
            XCTAssertEqual(told, [true])
        }
    }

    /// Returns this process's descriptors of the file.
    private static func descriptors(of file: URL) throws -> Set<Int32> {
        let folder = "/proc/self/fd/"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let found = names.filter { name in
            var target = [CChar](repeating: 0, count: 4_096)
            let count = readlink(folder + name, &target, target.count)
            let path = target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
            return String(decoding: path, as: UTF8.self) == file.path
        }
        return Set(found.compactMap { Int32($0) })
    }

    /// A kernel without memory notifications is no error
    func test_pressure_needsNoKernel() {
        onMain {
            var told: [Bool] = []
            let pressure = MemoryPressure(stall: "/nowhere/memory") { told.append($0) }
            withExtendedLifetime(pressure) { XCTAssertEqual(told, []) }
        }
    }
}
