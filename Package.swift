// swift-tools-version:6.2

import PackageDescription

// A module declares a `public import` of each library whose types it exposes.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// By default the package is its libraries, so a program that depends on them resolves and builds nothing else. `make`
// asks for more: the libraries' tests, the server and the terminal program, or everything with the app.
func isRequested(_ variable: String) -> Bool { Context.environment[variable] == "1" }
let isDesktop = isRequested("ESSENTIAL_FEED_DESKTOP")
let hasPrograms = isDesktop || isRequested("ESSENTIAL_FEED_SERVER")
let hasUnitTests = isDesktop || isRequested("ESSENTIAL_FEED_UNIT_TESTS")
let screenSettings = settings + [.defaultIsolation(MainActor.self)]

let libraryTargets: [Target] = [
    .target(
        name: "HTTPTransport", dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")],
        swiftSettings: settings),
    .target(name: "ImageFormats", swiftSettings: settings),
    .target(
        name: "Files", dependencies: [.product(name: "SystemPackage", package: "swift-system")],
        swiftSettings: settings),
    .target(name: "ImagePipeline", dependencies: ["ImageFormats"], swiftSettings: settings),
    .target(
        name: "EssentialFeed",
        dependencies: [
            "HTTPTransport", "ImageFormats", "ImagePipeline",
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ],
        swiftSettings: settings),
    .target(
        name: "EssentialFeedHTTP",
        dependencies: [
            "EssentialFeed", "HTTPTransport",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Crypto", package: "swift-crypto"),
        ],
        swiftSettings: settings),
    .target(
        name: "EssentialFeedStore",
        dependencies: [
            "EssentialFeed", "HTTPTransport", "ImageFormats", "Files",
            .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "SystemPackage", package: "swift-system"),
        ],
        swiftSettings: settings),
    .target(
        name: "EssentialFeedComposition",
        dependencies: [
            "CKeyring", "Files",
            "EssentialFeed", "HTTPTransport", "ImageFormats", "ImagePipeline", "EssentialFeedHTTP",
            "EssentialFeedStore",
        ],
        swiftSettings: settings),
    .target(name: "CKeyring", path: "Sources/C/CKeyring"),
]

let unitTestTargets: [Target] = [
    .executableTarget(
        name: "store-child",
        dependencies: ["EssentialFeed", "HTTPTransport", "EssentialFeedStore"],
        path: "Tests/StoreChild",
        swiftSettings: settings),
    .target(
        name: "TestSupport",
        dependencies: [
            "EssentialFeed", "HTTPTransport", "ImageFormats",
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Subprocess", package: "swift-subprocess"),
            .product(name: "SystemPackage", package: "swift-system"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
        ],
        path: "Tests/TestSupport",
        swiftSettings: settings),
    .target(
        name: "PipelineSimulator", dependencies: ["EssentialFeed", "ImagePipeline"], path: "Tests/PipelineSimulator",
        swiftSettings: settings),
    .testTarget(
        name: "ImageFormatsTests", dependencies: ["ImageFormats", "TestSupport"], swiftSettings: settings),
    .testTarget(
        name: "HTTPTransportTests",
        dependencies: [
            "HTTPTransport", "TestSupport",
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ],
        swiftSettings: settings),
    .testTarget(
        name: "EssentialFeedTests",
        dependencies: [
            "EssentialFeed", "EssentialFeedComposition", "HTTPTransport", "ImagePipeline", "PipelineSimulator",
            "TestSupport",
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ],
        swiftSettings: settings),
    .testTarget(
        name: "ImagePipelineTests", dependencies: ["EssentialFeed", "ImagePipeline", "TestSupport"],
        swiftSettings: settings),
    .testTarget(
        name: "EssentialFeedStoreTests",
        dependencies: [
            "EssentialFeedStore", "Files", "TestSupport", "store-child",
            .product(name: "GRDB", package: "GRDB.swift"),
        ],
        swiftSettings: settings),
]

let programTargets: [Target] = [
    .systemLibrary(name: "CFileOwner", path: "Sources/C/CFileOwner"),
    .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CDecoderProcess", path: "Sources/C/CDecoderProcess"),
    .target(
        name: "DecoderProcess",
        dependencies: [
            "ImageFormats", "CDecoderProcess", .product(name: "SystemPackage", package: "swift-system"),
        ],
        swiftSettings: settings),
    .target(
        name: "EssentialFeedServer",
        dependencies: [
            "EssentialFeed", "HTTPTransport", "ImageFormats", "Files", "DecoderProcess",
            "CFileOwner", "CZlib",
            .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "GRDBSQLite", package: "GRDB.swift"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "SystemPackage", package: "swift-system"),
            .product(name: "Yams", package: "Yams"),
            .product(name: "Mustache", package: "swift-mustache"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ],
        path: "Server/Sources/EssentialFeedServer",
        resources: [.embedInCode("openapi.yaml"), .embedInCode("Web/Templates"), .embedInCode("Web/Static")],
        swiftSettings: settings),
    .executableTarget(
        name: "essential-feed",
        dependencies: [
            "EssentialFeedComposition", "Files",
            .product(name: "SystemPackage", package: "swift-system"),
            "EssentialFeed", "HTTPTransport", "ImagePipeline", "EssentialFeedHTTP", "EssentialFeedStore",
            "EssentialFeedServer",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: settings),
    .systemLibrary(
        name: "CGdkPixbuf", path: "Sources/C/CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0",
        providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    // libheif decodes HEIC with libde265 and AVIF with dav1d. Little CMS converts colours between ICC profiles.
    .target(
        name: "CImageDecoding", dependencies: ["CGdkPixbuf"], path: "Sources/C/CImageDecoding",
        linkerSettings: ["heif", "jpeg", "lcms2", "webp"].map { .linkedLibrary($0) }),
    .target(
        name: "ImageDecoding", dependencies: ["ImageFormats", "CGdkPixbuf", "CImageDecoding"], swiftSettings: settings),
    .target(name: "CConfinement", path: "Sources/C/CConfinement"),
    .executableTarget(
        name: "essential-feed-decoder",
        dependencies: ["ImageDecoding", "DecoderProcess", "ImageFormats", "CConfinement"], swiftSettings: settings),
]

let desktopTargets: [Target] = [
    .systemLibrary(
        name: "CAdwaita", path: "Sources/C/CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]
    ),
    .target(name: "CGtkKit", dependencies: ["CAdwaita"], path: "Sources/C/CGtkKit"),
    .target(name: "GtkKit", dependencies: ["CAdwaita", "CGtkKit"], swiftSettings: screenSettings),
    .target(
        name: "EssentialFeedGTK",
        dependencies: [
            "EssentialFeed", "ImagePipeline", "GtkKit", "CAdwaita", "CGtkKit", "ImageFormats",
            "DecoderProcess",
        ],
        swiftSettings: screenSettings),
    .executableTarget(
        name: "essential-feed-app",
        dependencies: [
            "EssentialFeedComposition", "Files",
            "EssentialFeed", "ImageFormats", "ImagePipeline", "EssentialFeedHTTP", "EssentialFeedStore",
            "EssentialFeedServer", "EssentialFeedGTK", "DecoderProcess",
            "GtkKit", "CAdwaita", "CGtkKit",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "Logging", package: "swift-log"),
        ],
        swiftSettings: screenSettings),
    .executableTarget(
        name: "app-floor", dependencies: ["CAdwaita"], path: "Benchmarks/AppFloor",
        // The release build calls no `round`, the debug build does.
        linkerSettings: [.linkedLibrary("m")]),
    .target(
        name: "CPicturesFloor", dependencies: ["CAdwaita"], path: "Benchmarks/PicturesFloor",
        linkerSettings: [.linkedLibrary("jpeg")]),
    .executableTarget(
        name: "essential-feed-bench-pictures",
        dependencies: [
            "BenchmarkKit", "CPicturesFloor", "CAdwaita", "EssentialFeed", "HTTPTransport", "ImagePipeline",
            "EssentialFeedGTK", "EssentialFeedStore", "GtkKit", "DecoderProcess", "ImageDecoding", "ImageFormats",
        ],
        path: "Benchmarks/Pictures", swiftSettings: settings),
    .executableTarget(
        name: "essential-feed-scroll",
        dependencies: [
            "EssentialFeed", "HTTPTransport", "ImagePipeline", "EssentialFeedGTK", "GtkKit", "CAdwaita", "CGtkKit",
            "DecoderProcess", "ImageFormats",
        ], path: "Benchmarks/App",
        swiftSettings: screenSettings),
    .executableTarget(
        name: "Watch",
        dependencies: [
            "EssentialFeed", "EssentialFeedComposition",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "UnixSignals", package: "swift-service-lifecycle"),
        ],
        path: "Examples/Watch", swiftSettings: settings),
    .target(
        name: "BenchmarkKit",
        dependencies: [
            "EssentialFeed", "EssentialFeedComposition", "HTTPTransport", "ImagePipeline", "EssentialFeedHTTP",
            "EssentialFeedStore",
        ],
        path: "Benchmarks/Kit",
        swiftSettings: settings),
    .executableTarget(
        name: "essential-feed-bench",
        dependencies: [
            "BenchmarkKit", "EssentialFeed", "HTTPTransport", "ImagePipeline", "EssentialFeedHTTP",
            "EssentialFeedStore", "EssentialFeedServer", "PipelineSimulator",
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "GRDBSQLite", package: "GRDB.swift"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "SystemPackage", package: "swift-system"),
        ],
        path: "Benchmarks",
        exclude: ["App", "AppFloor", "Kit", "Pictures", "PicturesFloor"],
        swiftSettings: settings),
]

let desktopTestTargets: [Target] = [
    .executableTarget(
        name: "lying-decoder", dependencies: ["DecoderProcess", "CDecoderProcess", "ImageFormats"],
        path: "Tests/LyingDecoder", swiftSettings: settings),
    .executableTarget(
        name: "decoder-client", dependencies: ["DecoderProcess", "ImageFormats"],
        path: "Tests/DecoderClient", swiftSettings: settings),
    .testTarget(
        name: "DecoderProcessTests",
        dependencies: [
            "DecoderProcess", "ImageFormats", "TestSupport", "lying-decoder", "decoder-client",
            "essential-feed-decoder", "confined-attempts",
        ],
        swiftSettings: settings),
    .testTarget(
        name: "EssentialFeedHTTPTests",
        dependencies: [
            "EssentialFeed", "EssentialFeedHTTP", "HTTPTransport", "TestSupport",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ],
        swiftSettings: settings),
    .testTarget(
        name: "EssentialFeedServerTests",
        dependencies: [
            "EssentialFeed", "EssentialFeedHTTP", "HTTPTransport", "EssentialFeedServer", "TestSupport", "ImageFormats",
            "DecoderProcess", "Files", "ImageDecoding", "lying-decoder", "essential-feed-decoder",
            .product(name: "Crypto", package: "swift-crypto"),
            .product(name: "GRDB", package: "GRDB.swift"),
            .product(name: "Hummingbird", package: "hummingbird"),
            .product(name: "HummingbirdTesting", package: "hummingbird"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            .product(name: "SystemPackage", package: "swift-system"),
        ],
        path: "Server/Tests/EssentialFeedServerTests", swiftSettings: settings),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "EssentialFeed", "HTTPTransport", "ImagePipeline", "EssentialFeedHTTP", "EssentialFeedStore",
            "EssentialFeedServer", "EssentialFeedComposition", "Files", "TestSupport",
            "essential-feed", "lying-decoder", "Watch", "essential-feed-app", "AccessibleDesktop",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "SystemPackage", package: "swift-system"),
        ],
        swiftSettings: settings),
    .systemLibrary(name: "CAtspi", path: "Tests/CAtspi", pkgConfig: "atspi-2", providers: [.apt(["libatspi2.0-dev"])]),
    .systemLibrary(name: "CXlib", path: "Tests/CXlib", pkgConfig: "x11", providers: [.apt(["libx11-dev"])]),
    .systemLibrary(
        name: "CWebPDemux", path: "Tests/CWebPDemux", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .target(
        name: "AccessibleDesktop", dependencies: ["CAtspi", "CXlib", "TestSupport"], path: "Tests/AccessibleDesktop",
        swiftSettings: settings),
    .executableTarget(
        name: "confined-attempts", dependencies: ["CConfinement"], path: "Tests/ConfinedAttempts"),
    .testTarget(
        name: "ImageDecodingTests",
        dependencies: ["ImageDecoding", "ImageFormats", "CConfinement", "CGdkPixbuf", "CWebPDemux", "TestSupport"],
        swiftSettings: settings),
    .testTarget(name: "GtkKitTests", dependencies: ["GtkKit", "CAdwaita"], swiftSettings: settings),
    .testTarget(
        name: "EssentialFeedGTKTests",
        dependencies: [
            "EssentialFeed", "ImagePipeline", "EssentialFeedGTK", "GtkKit", "CAdwaita", "CGtkKit", "ImageFormats",
            "DecoderProcess", "essential-feed-decoder", "TestSupport",
        ],
        exclude: ["References"], swiftSettings: settings),
]

let libraryDependencies: [Package.Dependency] = [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
]

let unitTestDependencies: [Package.Dependency] = [
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2")
]

let programDependencies: [Package.Dependency] = [
    .package(
        url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
        traits: [.trait(name: "FullFoundation")]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
]

let package = Package(
    name: "essential-feed",
    products: [
        .library(name: "EssentialFeed", targets: ["EssentialFeed"]),
        .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
        .library(name: "ImagePipeline", targets: ["ImagePipeline"]),
        .library(name: "ImageFormats", targets: ["ImageFormats"]),
        .library(name: "EssentialFeedHTTP", targets: ["EssentialFeedHTTP"]),
        .library(name: "EssentialFeedStore", targets: ["EssentialFeedStore"]),
        .library(name: "EssentialFeedComposition", targets: ["EssentialFeedComposition"]),
    ]
        + (hasPrograms
            ? [
                .library(name: "EssentialFeedServer", targets: ["EssentialFeedServer"]),
                .executable(name: "essential-feed", targets: ["essential-feed"]),
                .executable(name: "essential-feed-decoder", targets: ["essential-feed-decoder"]),
            ] : [])
        + (isDesktop ? [.executable(name: "essential-feed-app", targets: ["essential-feed-app"])] : []),
    dependencies: libraryDependencies + (hasUnitTests ? unitTestDependencies : [])
        + (hasPrograms ? programDependencies : []),
    targets: libraryTargets + (hasUnitTests ? unitTestTargets : []) + (hasPrograms ? programTargets : [])
        + (isDesktop ? desktopTargets + desktopTestTargets : []),
    swiftLanguageModes: [.v6]
)
