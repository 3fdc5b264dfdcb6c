import EssentialFeed
import Foundation
import Testing

@testable import EssentialFeedServer

/// The colours that the owner's colour becomes.
@Suite struct AccentStyleTests {
    /// Colours of all hues, from black to white and from grey to pure.
    private static let colours: [AccentColour] = {
        var colours: [AccentColour] = []
        for hue in stride(from: 0.0, to: 360, by: 15) {
            for saturation in [0.0, 0.25, 0.5, 0.75, 1] {
                for lightness in stride(from: 0.0, through: 1, by: 0.125) {
                    colours.append(AccentStyleTests.colour(hue, saturation, lightness))
                }
            }
        }
        return colours
    }()

    private static let lightGrounds = [AccentColour(0xFAFAFA), AccentColour(0xEBEBEB), .white]
    private static let darkGrounds = [AccentColour(0x242424), AccentColour(0x303030), AccentColour(0x383838)]

    /// Returns a colour of HSL (CSS Color 4).
    private static func colour(_ hue: Double, _ saturation: Double, _ lightness: Double) -> AccentColour {
        let amplitude: Double = saturation * min(lightness, 1 - lightness)
        var code: UInt32 = 0
        for offset in [0.0, 8, 4] {
            let position: Double = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let wave: Double = max(-1, min(position - 3, 9 - position, 1))
            code = code << 8 | UInt32(((lightness - amplitude * wave) * 255).rounded())
        }
        return AccentColour(code)
    }

    /// Returns the values of a property in light and in dark.
    private func values(_ property: String, in style: AccentStyle) throws -> (light: AccentColour, dark: AccentColour) {
        let texts = style.css.split(separator: "--\(property):").dropFirst().map { String($0.prefix(7)) }
        let colours = texts.compactMap { AccentColour($0) }
        try #require(colours.count == 2)
        return (colours[0], colours[1])
    }

    @Test func `Web: in light and in dark, texts and signs of every accent colour have the contrast of WCAG`() throws {
        let css = String(decoding: try #require(PageAssets.files["app.css"]).bytes, as: UTF8.self)
        let (light, dark) = (["#fafafa", "#ebebeb", "#fff"], ["#242424", "#303030", "#383838"])
        for (name, grounds) in zip(["page", "bar", "card"], zip(light, dark)) {
            #expect(css.contains("--\(name): \(grounds.0);") && css.contains("--\(name): \(grounds.1);"))
        }
        for accent in Self.colours {
            let style = AccentStyle(accent)
            let (fill, link) = (try values("accent", in: style), try values("link", in: style))
            let contrasts: [Double] =
                [fill.light.contrast(to: .white), fill.dark.contrast(to: .white)]
                + Self.lightGrounds.map(link.light.contrast) + Self.darkGrounds.map(link.dark.contrast)
            #expect(contrasts.allSatisfy { $0 >= 4.5 }, "\(accent.text): \(contrasts)")
            #expect(fill.dark.contrast(to: Self.darkGrounds[0]) >= 3, "\(accent.text)")
            #expect((style.light, style.dark) == (fill.light.text, fill.dark.text))
        }
    }

    @Test func `Web: a given heart stands out from cards, pages and the bars over photos, in light and in dark`() throws
    {
        let css = String(decoding: try #require(PageAssets.files["app.css"]).bytes, as: UTF8.self)
        let photo = String(decoding: try #require(PageAssets.files["photo.css"]).bytes, as: UTF8.self)
        let rule = try #require(css.components(separatedBy: ".own) svg { fill: ").dropFirst().first)
        let heart = try #require(AccentColour(String(rule.prefix(7))))
        #expect(css.contains("linear-gradient(#0000, rgb(0 0 0 / 80%) 2rem)"))
        #expect(photo.contains("background: rgb(0 0 0 / 80%);\ncolor: #fff;\nbackdrop-filter"))
        // On a white photo, such a bar is as light as that.
        let bar = AccentColour(0x333333)
        for ground in Self.lightGrounds + Self.darkGrounds + [bar, .black] {
            #expect(heart.contrast(to: ground) >= 3, "\(ground.text)")
        }
    }

    @Test func `Web: a readable accent colour stays as it is, and contrast is that of WCAG`() {
        #expect(AccentStyle(AccentColour(0xC2185B)).light == "#c2185b")
        #expect(AccentStyle(.usual).light == AccentColour.usual.text)
        #expect(AccentColour.black.contrast(to: .white) == 21)
        #expect(abs(AccentColour(0x767676).contrast(to: .white) - 4.54) < 0.01)
    }

    @Test(arguments: ["", "#", "c2185", "c2185bf", "#c2185g", "##c2185b", "+c2185", "teal", "ｃ２１８５ｂ"])
    func `Web: a text that isn't a colour is none`(text: String) {
        #expect(AccentColour(text) == nil)
    }

    @Test func `Web: the name of an accent's file has the colour, and other names are no accent's`() throws {
        let style = AccentStyle(AccentColour(0xC2185B))
        #expect(style.name == "accent-c2185b.css")
        #expect(AccentStyle(named: style.name)?.css == style.css)
        for name in ["accent-C2185B.css", "accent-#c2185b.css", "accent-.css", "accent-c2185b.js", "app.css"] {
            #expect(AccentStyle(named: name) == nil)
        }
    }
}
