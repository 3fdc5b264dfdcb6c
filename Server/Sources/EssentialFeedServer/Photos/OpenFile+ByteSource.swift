import ImageFormats

extension OpenFile: ByteSource {
    /// - Throws: ``FileError``; ``FileError/changed`` if the file has become shorter.
    func bytes(in range: Range<Int>) throws(FileError) -> [UInt8] {
        guard let bytes = try bytes(at: range.lowerBound, count: range.count) else { throw .changed }
        return bytes
    }
}
