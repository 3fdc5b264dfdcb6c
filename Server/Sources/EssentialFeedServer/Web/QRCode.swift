import Foundation

/// A text as a QR code, drawn for a terminal or a page.
///
/// The colours are always black on white, because many readers can't read a light code on a dark background.
package struct QRCode: Equatable {
    /// The number of light modules that a code needs on each side (ISO/IEC 18004).
    private static let quietZone = 4
    private static let style = "\u{1B}[38;5;16;48;5;231m"
    private static let endOfStyle = "\u{1B}[0m"

    /// Row by row, without the quiet zone; `true` is dark.
    let modules: [[Bool]]

    /// Encodes a text, or returns `nil` if libqrencode isn't installed or can't encode it.
    package static func make(of text: String) -> QRCode? {
        QRCodeLibrary.modules(of: text).map(QRCode.init)
    }

    /// The number of columns that the code needs in a terminal.
    package var columns: Int { modules.count + 2 * Self.quietZone }

    /// The code's lines, including the quiet zone. Each character shows two modules, one above the other.
    package var terminalText: String {
        stride(from: 0, to: columns, by: 2).map { row in
            let characters = (0..<columns).map { column in
                Self.character(upper: isDark(row, column), lower: isDark(row + 1, column))
            }
            return Self.style + characters.joined() + Self.endOfStyle + "\n"
        }.joined()
    }

    /// The dark modules as the data of an SVG path, in a square of ``columns`` units.
    var path: String {
        modules.enumerated().flatMap { row, modules in
            modules.enumerated().filter(\.element).map { column, _ in
                "M\(column + Self.quietZone) \(row + Self.quietZone)h1v1h-1z"
            }
        }.joined()
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        let (row, column) = (row - Self.quietZone, column - Self.quietZone)
        return modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
    }

    private static func character(upper: Bool, lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}

/// libqrencode, loaded on demand, so the program installs and starts without it.
private enum QRCodeLibrary {
    /// The first fields of libqrencode's `QRcode`.
    private struct Code {
        let version: Int32
        let width: Int32
        let data: UnsafeMutablePointer<UInt8>?
    }

    private typealias Encode =
        @convention(c) (UnsafePointer<CChar>, Int32, Int32, Int32, Int32) -> UnsafeMutableRawPointer?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// `QR_ECLEVEL_M`, which recovers up to 15 % of a code.
    private static let correction: Int32 = 1
    /// `QR_MODE_8`.
    private static let bytes: Int32 = 2
    /// The largest code of the standard, in modules.
    private static let maximumWidth = 177

    static func modules(of text: String) -> [[Bool]]? {
        guard let library = dlopen("libqrencode.so.4", RTLD_NOW), let encode = dlsym(library, "QRcode_encodeString"),
            let free = dlsym(library, "QRcode_free"),
            let pointer = unsafeBitCast(encode, to: Encode.self)(text, 0, correction, bytes, 1)
        else { return nil }
        defer { unsafeBitCast(free, to: Free.self)(pointer) }
        let code = pointer.load(as: Code.self)
        let width = Int(code.width)
        guard (1...maximumWidth).contains(width), let data = code.data else { return nil }
        return (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }
}
