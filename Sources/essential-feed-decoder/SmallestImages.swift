import Foundation

/// The smallest images of each format. Decoding them loads what the libraries load when they are first used, which they
/// couldn't do any more once files are out of reach.
enum SmallestImages {
    static var all: [Data] { encoded.compactMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) } }

    private static let encoded = [
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
        // TIFF
        """
        SUkqABQAAACAP8AACBQSBwWAgAAKAAABAwABAAAAAgAAAAEBAwABAAAAAgAAAAIBAwADAAAAkgAAAAMBAwABAAAABQAAAAYBAwABAAAA
        AgAAABEBBAABAAAACAAAABUBAwABAAAAAwAAABYBAwABAAAAAgAAABcBBAABAAAACwAAABwBAwABAAAAAQAAAAAAAAAIAAgACAA=
        """,
        // BMP
        """
        Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAADEDgAAxA4AAAAAAAAAAAAAAAD/AAD/AAAAAP8AAP8AAA==
        """,
    ]
}
