import EssentialFeed
import Foundation

/// The values shared by all pages in one language.
struct PageFrame {
    let title: String
    let text: [String: String]
    /// ``PageText/reference``. Scripts fill in the number.
    let reference: String
    let language: String
    /// The rule needed before a page's style sheet: pages change smoothly. Chromium 156 would give up without it.
    let style = "<style>\(rules)</style>"
    let base: String
    let assets: String
    /// The path of the owner's colours; `nil` for the usual ones.
    let accentPath: String?
    let lightTheme: String
    let darkTheme: String
    /// The version of the feed, and the number of the last change; scripts ask for later changes.
    var feed: String?
    var since: String?
    /// The reader of the page; `nil` for anyone on a server without tokens.
    var reader: PageReader?

    private static let rules = """
        @view-transition{navigation:auto}\
        @media(prefers-reduced-motion:reduce){@view-transition{navigation:none}}
        """
    /// The source in a content security policy that permits the style.
    static let stylePolicy = "'sha256-\(ContentDigest(of: rules.utf8).data.base64EncodedString())'"

    init(title: String, language: Language, basePath: String, accent: AccentColour?) {
        self.title = title
        text = PageText.all(in: language)
        reference = language.text(PageText.reference, "{number}")
        self.language = language.rawValue
        base = basePath
        assets = basePath + PageAssets.path
        let style = accent.map { AccentStyle($0) }
        accentPath = style.map { basePath + $0.path }
        (lightTheme, darkTheme) = (style?.light ?? "#ebebeb", style?.dark ?? "#303030")
    }
}
