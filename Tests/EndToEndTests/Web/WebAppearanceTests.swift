import Foundation
import TestSupport
import Testing

/// The owner's colour and cover, as a real browser draws them.
@Suite(.oneAtATime, .sharesBrowsers) struct WebAppearanceTests {
    /// The contrast of a button's text, and of a link.
    private static let contrasts = """
        const luminance = colour => {
            const [red, green, blue] = colour.match(/[\\d.]+/g).map(Number)
                .map(value => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        return [".invite .button.main", ".skip"].map(name => {
            const {color, backgroundColor} = getComputedStyle(document.querySelector(name));
            const [dark, light] = [color, backgroundColor].map(luminance).sort((one, two) => one - two);
            return (light + 0.05) / (dark + 0.05);
        });
        """

    private let home: Home

    init() throws {
        home = try Home()
    }

    @Test func `The owner chooses a colour and a cover, and texts in the colour are readable in light and in dark`()
        async throws
    {
        let server = try await home.serve(PhotoFolder(count: 2), isPublic: false)
        try await Browser.with { owner in
            try await owner.join(try #require(server.ownerLink))
            for colour in ["#ffeb3b", "#0d0d26"] {
                try await owner.open(server.address + "/people")
                try await owner.run("document.querySelector('#accent').value = '\(colour)'")
                try await owner.run("document.querySelectorAll('[name=cover]')[1].checked = true")
                try await owner.click(".appearance [value=appearance]")
                try await owner.wait(
                    for: "document.querySelector('link[href$=\"/accent-\(colour.dropFirst()).css\"]') !== null")
                var fills: Set<String> = []
                for scheme in ["light", "dark"] {
                    let feature = ["name": "prefers-color-scheme", "value": scheme]
                    try await owner.command("Emulation.setEmulatedMedia", ["features": [feature]])
                    let contrasts = try await owner.numbers(Self.contrasts)
                    #expect(contrasts.count == 2 && contrasts.allSatisfy { $0 >= 4.49 }, "\(colour), \(scheme)")
                    let fill = try await owner.run(
                        "return getComputedStyle(document.querySelector('.invite .button.main')).backgroundColor")
                    fills.insert(fill as? String ?? "")
                }
                #expect(!fills.contains("rgb(28, 113, 216)") && !fills.contains(""), "\(colour): \(fills)")
                try await owner.command("Emulation.setEmulatedMedia", ["features": [[String: String]]()])
            }
            try await owner.open(server.address + "/")
            try await owner.wait(for: "document.querySelector('.cover img').naturalWidth > 0")
            try await owner.click(".cover")
            try await owner.wait(for: "document.querySelector('.viewer') !== null")
            #expect(try await owner.console() == [])
        }
        await server.stop()
    }
}
