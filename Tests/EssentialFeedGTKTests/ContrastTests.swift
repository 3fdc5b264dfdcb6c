import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import XCTest

/// The contrast of texts. The comment above a function is its name.
final class ContrastTests: WidgetTestCase {
    /// Captions, places and dates have a contrast of at least 4.5 to 1 in light and dark, as they are drawn
    func test_captions_canBeRead() {
        onMain {
            for look in [Look.light, .dark, .large, .rightToLeft] {
                look.apply()
                for (texts, make) in Self.captions {
                    try Self.expectContrast(of: texts, in: make(), look)
                }
            }
        }
    }

    private static let welcome = "See the photos that a friend shares with you, or your own."

    @MainActor static let captions: [([String], @MainActor () -> Scene)] = [
        (
            [
                "East Side Gallery, a very long name for a place Memorial in Berlin, Germany", Screens.longText,
                "Bangor, North Wales", "Garth Pier",
            ], Scenes.content
        ),
        (["The photo is damaged."], Scenes.failedImages),
        (["This is a multiline\nerror message\nin the row that loads more"], Scenes.loadMoreError),
        (["2 days ago", "10 days ago", "1 hour ago", "another username", "nice"], Scenes.comments),
        (["https://example.com", "2 days ago", "East Side Gallery, Berlin"], Scenes.commentsWithLinks),
        (["Offline. Saved 2 hours ago."], Scenes.offlineNote),
        (["This is a\nmulti-line\nerror message"], Scenes.errorBanner),
        (
            ["Shown now · 31 MB saved", "Uses 48 MB. Photos may take up to 500 MB.", "127.0.0.1:8080"],
            Scenes.preferences
        ),
        (["Garth Pier, Bangor", "Maria · May 20, 2026 at 11:24\u{202F}AM", Screens.longText], Scenes.viewer),
        (["The photo is damaged."], Scenes.failedViewer),
        (["Dimensions", "\u{200E}4,032 × 3,024", "2.3 MB"], { Scenes.details() }),
        (["Dimensions", "\u{200E}4,032 × 3,024", "2.3 MB"], Scenes.viewerWithDetails),
        (["Maria", "6 days ago", Screens.longText], Scenes.viewerWithComments),
        (["Garth Pier, Bangor", "The pier at low tide."], Scenes.slideshow),
        (["Welcome to Essential Feed", welcome, "My Photos", "A folder on this computer"], Scenes.welcome),
    ]
}

extension WidgetTestCase {
    /// Expects enough contrast of the labels with the texts, on a picture of the scene: the most frequent colour is the
    /// background, and the colour furthest from it is the text.
    @MainActor
    static func expectContrast(
        of texts: [String], in scene: Scene, _ look: Look, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let stage = Stage(scene.root)
        defer { stage.close() }
        stage.settle()
        runLoop(until: "all of the scene") { scene.isComplete() }
        let labels = scene.root.descendants.filter { widget in
            widget.isMapped && texts.contains { widget.text(is: $0) }
        }
        // At 200 % some of them are below the window.
        for text in texts where look != .large {
            XCTAssertTrue(labels.contains { $0.text(is: text) }, "there is no “\(text)”", file: file, line: line)
        }
        let picture = try Pixels(XCTUnwrap(stage.picture()))
        var measured = 0
        for label in labels {
            var bounds = graphene_rect_t()
            guard gtk_widget_compute_bounds(label.pointer, scene.root.pointer, &bounds) != 0 else { continue }
            let columns = (Int(bounds.origin.x)..<Int(bounds.origin.x + bounds.size.width))
                .clamped(to: 0..<picture.width)
            let rows = (Int(bounds.origin.y)..<Int(bounds.origin.y + bounds.size.height))
                .clamped(to: 0..<picture.height)
            // The label, or all but its margin, may be outside the visible part.
            guard rows.count > Int(bounds.size.height) / 2 else { continue }
            let contrast = picture.contrast(columns: columns, rows: rows)
            XCTAssertGreaterThanOrEqual(contrast, 4.5, "\(label.text), \(look)", file: file, line: line)
            measured += 1
        }
        XCTAssertGreaterThanOrEqual(measured, 1, "\(texts)", file: file, line: line)
    }
}

extension Pixels {
    /// Returns the contrast, as WCAG defines it, between the most frequent colour of a part and the one furthest from it.
    func contrast(columns: Range<Int>, rows: Range<Int>) -> Double {
        var counts: [[UInt8]: Int] = [:]
        for row in rows {
            for column in columns {
                let pixel = (row * width + column) * 4
                counts[Array(bytes[pixel..<pixel + 3]), default: 0] += 1
            }
        }
        guard let background = counts.max(by: { $0.value < $1.value })?.key else { return 0 }
        let behind = Self.luminance(background)
        return counts.keys.map { colour in
            let text = Self.luminance(colour)
            return (max(text, behind) + 0.05) / (min(text, behind) + 0.05)
        }.max() ?? 0
    }

    /// Returns the relative luminance of a colour, given as blue, green and red.
    private static func luminance(_ colour: [UInt8]) -> Double {
        let linear = colour.map { value -> Double in
            let value = Double(value) / 255
            return value <= 0.040_45 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.0722 * linear[0] + 0.7152 * linear[1] + 0.2126 * linear[2]
    }
}
