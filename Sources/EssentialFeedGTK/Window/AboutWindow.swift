import CAdwaita
package import EssentialFeed
import GtkKit

package enum AboutWindow {
    /// The app's name on the session bus, and its icon's in the icon theme.
    package static let applicationID = "org.essentialfeed.EssentialFeed"

    package static func present(over parent: MainWindow, version: String, language: Language) {
        let about = Widget(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, language.text(.appName))
        adw_about_window_set_application_icon(about.opaque, applicationID)
        adw_about_window_set_version(about.opaque, version)
        adw_about_window_set_comments(about.opaque, language.text(.aboutText))
        adw_about_window_set_developer_name(about.opaque, "The Essential Feed authors")
        adw_about_window_set_copyright(about.opaque, "© 2026 The Essential Feed authors")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_MIT_X11)
        "Essential Developer https://github.com/essentialdevelopercom/essential-feed-case-study".withCString { name in
            var names = [name, nil]
            adw_about_window_add_acknowledgement_section(about.opaque, language.text(.caseStudy), &names)
        }
        for libraries in ThirdPartyLibraries.all {
            adw_about_window_add_legal_section(
                about.opaque, libraries.names, libraries.copyright, libraries.kind,
                libraries.kind == GTK_LICENSE_CUSTOM ? libraries.license : nil)
        }
        gtk_window_set_transient_for(about.window, parent.widget.window)
        gtk_window_set_modal(about.window, gboolean(1))
        gtk_window_present(about.window)
    }
}

/// Third-party libraries that are linked into the app, as listed in `THIRD-PARTY-NOTICES.md`.
nonisolated struct ThirdPartyLibraries {
    let names: String
    let license: String
    let copyright: String

    /// The license type. GTK has texts and links for these; other licenses are named.
    var kind: GtkLicense {
        switch license.split(separator: " ").first {
        case "MIT": GTK_LICENSE_MIT_X11
        case "Apache-2.0": GTK_LICENSE_APACHE_2_0
        case "BSD-3-Clause": GTK_LICENSE_BSD_3
        default: GTK_LICENSE_CUSTOM
        }
    }

    static let all = """
        Swift: standard library, runtime, Foundation, libdispatch | Apache-2.0 with Runtime Library Exception | © 2014–2026 Apple Inc. and the Swift project authors
        ICU, in swift-foundation-icu | Unicode-3.0 | © 1991–2026 Unicode, Inc.; 1995–2016 International Business Machines Corporation and others
        async-http-client | Apache-2.0 | © 2018–2026 Apple Inc. and the AsyncHTTPClient project authors
        GRDB.swift | MIT | © 2015–2025 Gwendal Roué
        hummingbird | Apache-2.0 | © 2021–2026 the Hummingbird authors
        swift-algorithms, swift-argument-parser, swift-async-algorithms, swift-atomics, swift-collections, swift-numerics, swift-system | Apache-2.0 with Runtime Library Exception | © 2018–2026 Apple Inc. and the Swift project authors
        swift-asn1, swift-certificates, swift-configuration, swift-crypto, swift-distributed-tracing, swift-http-structured-headers, swift-http-types, swift-log, swift-metrics, swift-service-context, swift-service-lifecycle | Apache-2.0 | © 2017–2026 Apple Inc. and the projects' authors
        swift-mustache | Apache-2.0 | © 2021–2026 the Hummingbird authors
        swift-nio, swift-nio-extras, swift-nio-http2, swift-nio-ssl | Apache-2.0 | © 2017–2026 Apple Inc. and the SwiftNIO project authors
        BoringSSL, in swift-crypto and swift-nio-ssl | Apache-2.0 | © 1995–2026 The OpenSSL Project Authors; 2014–2026 The BoringSSL Authors; 2015–2020 the fiat-crypto authors
        llhttp, in swift-nio | MIT | © 2018 Fedor Indutny
        SHA-1 of the WIDE Project, in swift-nio | BSD-3-Clause | © 1995–1998 WIDE Project
        zlib, in swift-nio-extras | Zlib | © 1995–2026 Jean-loup Gailly and Mark Adler
        Yams | MIT | © 2016 JP Simard
        LibYAML, in Yams | MIT | © 2017–2020 Ingy döt Net; 2006–2016 Kirill Simonov
        """.split(separator: "\n").map { row in
            let fields = row.split(separator: " | ").map { String($0) }
            return ThirdPartyLibraries(names: fields[0], license: fields[1], copyright: fields[2])
        }
}
