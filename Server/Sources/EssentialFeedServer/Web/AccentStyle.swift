/// The style sheet for the owner's accent colour, in variants readable in light and dark.
///
/// Its name contains the colour: no answer depends on a later choice of the owner.
struct AccentStyle {
    /// The contrast of texts (WCAG 2.2, AA).
    private static let textContrast = 4.5
    private static let signContrast = 3.0
    /// The darkest ground of a link in light, as in app.css.
    private static let lightBar = AccentColour(0xEBEBEB)
    /// The lightest ground of a link in dark.
    private static let darkCard = AccentColour(0x383838)
    private static let darkPage = AccentColour(0x242424)
    private static let prefix = "accent-"
    private static let suffix = ".css"

    let name: String
    /// Behind white text, and around the page.
    let light: String
    let dark: String
    let css: String

    init(_ accent: AccentColour) {
        name = "\(Self.prefix)\(accent.text.dropFirst())\(Self.suffix)"
        let fill = accent.mixed(with: .black, untilContrast: Self.textContrast, to: .white)
        let darkFill = fill.mixed(with: .white, untilContrast: Self.signContrast, to: Self.darkPage)
        let link = accent.mixed(with: .black, untilContrast: Self.textContrast, to: Self.lightBar)
        let darkLink = accent.mixed(with: .white, untilContrast: Self.textContrast, to: Self.darkCard)
        (light, dark) = (fill.text, darkFill.text)
        css = """
            :root{--accent:\(fill.text);--link:\(link.text)}
            @media(prefers-color-scheme:dark){:root{--accent:\(darkFill.text);--link:\(darkLink.text)}}
            """
    }

    /// - Parameter name: The name of a file; `nil` is returned for any other one.
    init?(named name: String) {
        guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix),
            let accent = AccentColour(String(name.dropFirst(Self.prefix.count).dropLast(Self.suffix.count)))
        else { return nil }
        self.init(accent)
        guard self.name == name else { return nil }
    }

    var version: String { String(ContentDigest(of: css.utf8).hexadecimal.prefix(12)) }

    var path: String { "\(PageAssets.folder)\(version)/\(name)" }

    var file: PageAssets.File { PageAssets.File(mediaType: "text/css; charset=utf-8", bytes: Array(css.utf8)) }
}
