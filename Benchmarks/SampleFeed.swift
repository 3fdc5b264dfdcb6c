import EssentialFeed
import Foundation

/// Realistic feeds: most images have texts, and not all texts are ASCII.
enum SampleFeed {
    static let address = "http://127.0.0.1:9/feed"

    static func images(_ count: Int) -> [FeedImage] {
        (0..<count).map { number in
            let id = id(number)
            guard let url = URL(string: "https://images.example.com/feed/\(id.uuidString).jpg") else {
                preconditionFailure("a host and an id make a URL")
            }
            return FeedImage(
                id: id,
                description: number % 8 == 0 ? nil : "\(descriptions[number % descriptions.count]) (\(number))",
                location: number % 3 == 0 ? nil : "\(locations[number % locations.count])\nRoom \(number)",
                url: url)
        }
    }

    private static func id(_ number: Int) -> UUID {
        var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        var bytes: [UInt8] = []
        for _ in 0..<16 {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes.append(UInt8(truncatingIfNeeded: bits >> 56))
        }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private static let descriptions = [
        "The East Side Gallery is an open-air gallery in Berlin. It consists of a series of murals painted on a wall.",
        "Garth Pier is a Grade II listed structure in Bangor, Gwynedd, North Wales.",
        "Ο Φάρος της Χερσονήσου, όπως φαίνεται από τη θάλασσα ένα ήσυχο πρωί.",
        "Glorious day in Brighton!! 🎢",
    ]

    private static let locations = ["East Side Gallery, Berlin", "Garth Pier, Bangor", "Χαλκιδική", "São Paulo"]
}
