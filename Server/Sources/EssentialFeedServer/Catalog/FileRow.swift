import Foundation
import GRDB

struct FileRow {
    static let columns =
        "number, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds, state, revision, photo"

    let number: Int64
    let stamp: FileStamp
    let state: FileState
    let revision: Int64
    let photo: Int64?

    init(_ row: Row) throws {
        number = row[0]
        stamp = FileStamp(row, from: 1)
        guard let state = FileState(rawValue: row[7]) else { throw CatalogError.damaged }
        self.state = state
        revision = row[8]
        photo = row[9]
    }
}

extension FileStamp {
    /// Reads six columns, starting at the given one.
    init(_ row: Row, from column: Int) {
        self.init(
            size: row[column], inode: UInt64(bitPattern: row[column + 1]),
            modified: Time(seconds: row[column + 2], nanoseconds: row[column + 3]),
            changed: Time(seconds: row[column + 4], nanoseconds: row[column + 5]))
    }

    var values: [(any DatabaseValueConvertible)?] {
        [size, Int64(bitPattern: inode), modified.seconds, modified.nanoseconds, changed.seconds, changed.nanoseconds]
    }
}

extension FolderPath {
    var data: Data { Data(bytes) }

    /// Bytes that sort as people sort names: numbers by their value, and letters without regard to case.
    var sortKey: Data {
        var key = Data()
        var rest = bytes[...]
        while let byte = rest.first {
            guard byte.isDigit else {
                key.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix(while: \.isDigit)
            rest = rest[digits.endIndex...]
            let number = digits.drop { $0 == UInt8(ascii: "0") }
            // The count of the digits precedes them, after a byte that sorts as digits do.
            key += [UInt8(ascii: "0"), UInt8(clamping: number.count)] + number
        }
        // Distinguishes names such as `1` and `01`.
        return key + [0] + bytes
    }

    init(_ data: Data) {
        self.init(bytes: Array(data))
    }
}
