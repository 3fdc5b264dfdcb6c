package import Foundation

/// A description of a user scrolling through cards over a link.
package struct ScrollScenario: Codable, Hashable, Sendable {
    /// A part of the scrolling. The phases repeat until the last card has been seen.
    package struct Phase: Codable, Hashable, Sendable {
        package var seconds: Double
        /// The speed. A negative one scrolls back.
        package var cardsPerSecond: Double

        package init(seconds: Double, cardsPerSecond: Double) {
            self.seconds = seconds
            self.cardsPerSecond = cardsPerSecond
        }
    }

    package var name: String
    package var cards: Int
    package var bytesPerCard: Int
    package var linkBitsPerSecond: Double
    package var latencyMilliseconds: Double
    package var decodeMilliseconds: Double
    package var viewportRows: Double
    package var phases: [Phase]

    package init(json: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: json)
    }

    /// Returns a scenario of 500 cards of 150 KB over 10 Mbit/s and 50 ms: reading, a look back, a fling, a rest.
    package static func standard() throws -> ScrollScenario {
        try ScrollScenario(
            json: Data(
                """
                {
                    "name": "500 cards, 10 Mbit/s, 50 ms",
                    "cards": 500,
                    "bytesPerCard": 150000,
                    "linkBitsPerSecond": 10e6,
                    "latencyMilliseconds": 50,
                    "decodeMilliseconds": 15,
                    "viewportRows": 2.5,
                    "phases": [
                        {"seconds": 4, "cardsPerSecond": 1},
                        {"seconds": 1, "cardsPerSecond": 10},
                        {"seconds": 2, "cardsPerSecond": 2},
                        {"seconds": 1, "cardsPerSecond": -3},
                        {"seconds": 1, "cardsPerSecond": 20},
                        {"seconds": 2, "cardsPerSecond": 0}
                    ]
                }
                """.utf8))
    }
}
