import Foundation
import ImageDecoding
import ImageFormats

extension PictureDecoder {
    /// Decodes the smallest image of each format, whole and truncated, to make the libraries load everything they load on
    /// first use, which is impossible once the sandbox blocks file access.
    func warmUp() {
        for data in Self.smallestImages.compactMap({ Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }) {
            for data in [data, data.prefix(data.count / 2)] {
                do {
                    _ = try decode(data, filling: PixelSize(width: 1, height: 1))
                } catch {
                    // Truncated images can't be decoded, and libraries report unsupported formats later for each image.
                    continue
                }
            }
        }
    }

    private static let smallestImages = [
        // JPEG
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////
        m8H////6/+b9//j/2wBDASstLTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4
        +Pj/wAARCAACAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAA
        AAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCUAdYf/9k=
        """,
        // PNG
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJg
        gg==
        """,
        // WebP
        """
        UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoCAAIAB0CWJaACdLoAA5gA/uUK+Cepco/+N48CvJdjoAAA
        """,
        // GIF
        """
        R0lGODdhAgACAIEAAP8AAAAAAAAAAAAAACwAAAAAAgACAAAIBgABCAQQEAA7
        """,
        // HEIC, by heif-enc -q 10
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt
        AAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAAKwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwmlw
        cnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AA
        AAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAA
        AwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAAzbWRhdAAAACcoAa8EGPx5OOv/+llP31AXbBeK/8bdD1Z9/lcyCv4EUHVPn9s1A4A=
        """,
        // AVIF, by heif-enc -q 10
        """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt
        AAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAALgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlw
        cnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAX
        aXBtYQAAAAAAAAABAAEEgYIDhAAAADZtZGF0EgAKCRgVf/2CBAQNCDIfHkA////EALTbe3m1eCZXLyq1EjysoVDBoamVYMYmUA==
        """,
    ]
}
