// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target; `memorySafe` targets also contain no unsafe code.
let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]
let memorySafe = common + [.strictMemorySafety()]
/// Also optimised in debug builds: what computes pixels or numbers by the million, which would take a
/// hundred times as long. As a whole module, because generic code of another file would not be specialised.
let fast: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
        .when(configuration: .debug))
]
/// The same for C, and for C++.
let fastC: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]
let fastCXX: [CXXSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// Makes the programs smaller in memory by 2 MB: without the exported symbols that Swift's static libraries
/// ask for, and with 1 bit instead of 24 bytes for most pointers that are relocated (glibc 2.36, lld).
let program: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ], .when(configuration: .release))
]

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

extension Target {
    /// The module map of a C library.
    static func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
        .systemLibrary(
            name: name, path: "Sources/Libraries/\(name)", pkgConfig: pkgConfig,
            providers: apt.map { [.apt([$0])] })
    }

    /// C of our own, or C++ behind a C header.
    static func c(
        _ name: String, _ dependencies: [Dependency] = [], settings: [CSetting] = [],
        cxxSettings: [CXXSetting] = [], linkerSettings: [LinkerSetting] = []
    ) -> Target {
        .target(
            name: name, dependencies: dependencies, path: "Sources/Libraries/\(name)",
            cSettings: settings, cxxSettings: cxxSettings, linkerSettings: linkerSettings)
    }

    /// A module, by its folder in `Sources`.
    static func module(
        _ folder: String, _ dependencies: [Dependency] = [], resources: [Resource] = [],
        settings: [SwiftSetting] = common
    ) -> Target {
        .target(
            name: name(folder), dependencies: dependencies, path: "Sources/\(folder)",
            resources: resources, swiftSettings: settings)
    }

    /// The tests of a module, by their folder in `Tests`.
    static func tests(
        _ folder: String, _ dependencies: [Dependency], settings: [SwiftSetting] = common
    ) -> Target {
        .testTarget(
            name: name(folder), dependencies: dependencies + ["TestSupport"],
            path: "Tests/\(folder)", swiftSettings: settings)
    }

    private static func name(_ folder: String) -> String {
        String(folder.split(separator: "/").last!)
    }
}

let package = Package(
    name: "lenticule",
    products: [
        .executable(name: "lenticule", targets: ["lenticule"]),
        .executable(name: "lenticule-decode", targets: ["lenticule-decode"]),
        // Only for Tests/Fuzz.
        .library(name: "MotionLog", targets: ["Motion", "MotionLog"]),
        .library(name: "Card", targets: ["Card", "Geometry", "Motion", "Scene", "TOML"]),
        .library(
            name: "Picture",
            targets: ["Decoding", "Geometry", "Paint", "Picture", "PictureFormats", "Platform"]),
        .library(name: "Service", targets: ["Motion", "Service"]),
        .library(name: "IIO", targets: ["IIO", "Motion"]),
        // For Benchmarks, a separate package.
        .library(
            name: "LenticuleParts",
            targets: [
                "Animation", "Card", "Compositor", "Decoding", "Display", "Geometry", "LensOptics",
                "Motion", "Paint", "Picture", "PictureFormats", "Plan", "Scene",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
        .library("CExif", pkgConfig: "libexif", apt: "libexif-dev"),
        .library("CGIO", pkgConfig: "gio-2.0", apt: "libglib2.0-dev"),
        .library("CGIF", pkgConfig: "libgif", apt: "libgif-dev"),
        .library("CGLES", pkgConfig: "glesv2", apt: "libgles-dev"),
        .library("CIIO", pkgConfig: "libiio", apt: "libiio-dev"),
        .library("CImageQuant", pkgConfig: "imagequant", apt: "libimagequant-dev"),
        .library("CLinux"),
        .library("CMosquitto", pkgConfig: "libmosquitto", apt: "libmosquitto-dev"),
        .library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        .library("CPangoFC", pkgConfig: "pangofc", apt: "libpango1.0-dev"),
        .library("CRsvg", pkgConfig: "librsvg-2.0", apt: "librsvg2-dev"),
        .library("CXML", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
        .library("CSDL", pkgConfig: "sdl2", apt: "libsdl2-dev"),
        .library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
        .library("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        .library("CTurboJPEG", pkgConfig: "libturbojpeg", apt: "libturbojpeg0-dev"),
        .library("CUdev", pkgConfig: "libudev", apt: "libudev-dev"),
        .library("CWebP", pkgConfig: "libwebpdemux", apt: "libwebp-dev"),
        .library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        .c("CDecimal", linkerSettings: [.linkedLibrary("stdc++")]),
        .c("CDisplayServer", ["CSDL"]),
        .c(
            "CImGui",
            linkerSettings: [
                .linkedLibrary("imgui"), .linkedLibrary("stb"), .linkedLibrary("fontconfig"),
                .linkedLibrary("stdc++"),
            ]),
        .c("CProcess"),
        .c("CRowKernels", settings: fastC),
        .c("CStandardError"),
        .c("CTerminal"),
        .c("CTOML", cxxSettings: fastCXX, linkerSettings: [.linkedLibrary("stdc++")]),

        .module("Platform/Platform", ["CLinux", "CProcess", "CStandardError", systemPackage]),
        .module("Platform/TOML", ["CTOML", "Platform"], settings: common + fast),

        .module("Motion/Motion", settings: memorySafe + fast),
        .module("Motion/MotionLog", ["CDecimal", "Motion", "Platform", systemPackage]),
        .module("Motion/IIO", ["CIIO", "CUdev", "Motion", "Platform", systemPackage]),
        .module("Motion/Gamepad", ["CSDL", "Motion", "Platform"]),
        .module(
            "Motion/Service",
            [
                "CMosquitto", "CSystemd", "Motion", "MotionLog", "Platform", systemPackage,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .module("Doctor", ["CLinux", "IIO", "Motion", "Platform", systemPackage]),

        .module("Card/Animation", settings: memorySafe + fast),
        .module("Card/Geometry", ["Platform"], settings: common + fast),
        .module("Card/Paint", ["Geometry"], settings: common + fast),
        .module("Card/LensOptics", ["Geometry"], settings: memorySafe + fast),
        .module(
            "Card/Scene", ["Animation", "Geometry", "LensOptics", "Motion", "Paint"],
            settings: memorySafe + fast),
        .module("Card/Tuning", ["Platform", "TOML"], settings: common + fast),
        .module(
            "Card/Card",
            [
                "Animation", "Geometry", "LensOptics", "Motion", "Paint", "Platform", "Scene",
                "TOML",
                systemPackage,
            ], settings: common + fast),

        .module(
            "Pictures/Picture",
            ["CCairo", "CImageQuant", "CPango", "CZlib", "Geometry", "Paint", "Platform"],
            settings: common + fast),
        // Only for the process that decodes, and for tests and benchmarks.
        .module(
            "Pictures/PictureFormats",
            [
                "CCairo", "CExif", "CGIF", "CPango", "CPangoFC", "CRsvg", "CTurboJPEG", "CWebP",
                "CXML", "Geometry", "Paint", "Picture", "Platform", systemPackage,
            ], settings: common + fast),
        .module(
            "Pictures/Decoding",
            ["CProcess", "Geometry", "Paint", "Picture", "Platform", systemPackage]),
        .module(
            "Pictures/DecodeServer",
            [
                "CProcess", "CSeccomp", "Decoding", "Geometry", "Paint", "Picture",
                "PictureFormats", "Platform",
            ]),

        .module(
            "Screen/Compositor",
            ["CGLES", "CRowKernels", "Geometry", "LensOptics", "Paint", "Picture", "Platform"],
            settings: common + fast),
        .module(
            "Screen/Plan",
            [
                "Compositor", "Decoding", "Geometry", "LensOptics", "Paint", "Picture", "Platform",
                "Scene",
            ], settings: common + fast),
        .module(
            "Screen/Tuner",
            ["CImGui", "Geometry", "Paint", "Picture", "Platform", "TOML", "Tuning"]),
        .module(
            "Screen/Display",
            [
                "Animation", "CDisplayServer", "CGIO", "CLinux", "CPango", "CSDL", "CSystemd",
                "CTerminal",
                "Compositor",
                "Decoding", "Geometry", "Motion", "Picture", "Plan", "Platform", "Scene", "TOML",
                "Tuner", "Tuning",
                systemPackage,
            ]),

        .module(
            "Playback",
            [
                "Card", "Compositor", "Decoding", "Display", "Gamepad", "Geometry", "Motion",
                "MotionLog", "Paint", "Picture", "Plan", "Platform", "Scene", "IIO", "Service",
                "TOML", "Tuning",
                systemPackage,
            ]),
        .module(
            "Print", ["Geometry", "LensOptics", "Picture", "Platform"], settings: memorySafe + fast),
        .module("Plot", settings: memorySafe),
        .module("Web", resources: [.embedInCode("Page/card.css"), .embedInCode("Page/card.js")]),

        .executableTarget(
            name: "lenticule",
            dependencies: [
                "Animation", "Card", "Compositor", "Decoding", "Display", "Doctor", "Gamepad",
                "Geometry", "LensOptics", "Motion", "MotionLog", "Paint", "Picture", "Plan",
                "Platform", "Playback", "Plot", "Print", "Scene", "IIO", "Service", "TOML", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"), systemPackage,
            ],
            path: "Sources/Commands/lenticule", swiftSettings: common, linkerSettings: program),
        .executableTarget(
            name: "lenticule-decode", dependencies: ["DecodeServer", "Decoding", "Platform"],
            path: "Sources/Commands/lenticule-decode", swiftSettings: common,
            linkerSettings: program),

        .target(
            name: "TestSupport",
            dependencies: ["Animation", "Geometry", "LensOptics", "Motion", "Paint", "Scene"],
            path: "Tests/TestSupport", swiftSettings: common + fast),
        // Reads the fake devices of Tests/Rig, for IIOTests.
        .executableTarget(
            name: "rig-probe", dependencies: ["Motion", "Platform", "IIO"],
            path: "Tests/RigProbe", swiftSettings: common),
        // A decoder that pictures can take over, for DecodingTests and WindowTests.
        .executableTarget(
            name: "hostile-decode",
            dependencies: ["DecodeServer", "Decoding", "Picture", "PictureFormats", "Platform"],
            path: "Tests/HostileDecode", swiftSettings: common),
        // pixman, on which Cairo's development files depend, for CompositorTests.
        .systemLibrary(
            name: "CPixman", path: "Tests/Libraries/CPixman", pkgConfig: "pixman-1"),
        // The kernels of CRowKernels without clones for newer processors, for CompositorTests.
        .target(
            name: "CPlainRows", dependencies: ["CRowKernels"], path: "Tests/Libraries/CPlainRows",
            cSettings: fastC),
        .tests("Platform/PlatformTests", ["Platform"]),
        .tests("Platform/TOMLTests", ["TOML"]),
        .tests("Motion/MotionTests", ["Motion"]),
        .tests("Motion/MotionLogTests", ["Motion", "MotionLog", "Platform"]),
        .tests("Motion/IIOTests", ["CIIO", "IIO", "Motion", "Platform", "rig-probe"]),
        .tests("Motion/GamepadTests", ["CSDL", "Gamepad", "Motion"]),
        .tests("Motion/ServiceTests", ["Motion", "MotionLog", "Platform", "Service"]),
        .tests("DoctorTests", ["Doctor", "IIO", "Motion"]),
        .tests("Card/TuningTests", ["TOML", "Tuning"]),
        .tests("Card/AnimationTests", ["Animation", "Motion"]),
        .tests("Card/SceneTests", ["Animation", "Geometry", "Motion", "Paint", "Scene"]),
        .tests(
            "Card/CardTests",
            [
                "Animation", "Card", "Geometry", "LensOptics", "Motion", "Paint", "Platform",
                "Scene",
                "TOML",
            ]),
        .tests(
            "Pictures/PictureTests", ["Geometry", "Picture", "PictureFormats", "Platform"],
            settings: common + fast),
        .tests(
            "Pictures/DecodingTests",
            [
                "Decoding", "Geometry", "Paint", "Picture", "PictureFormats", "Platform",
                "hostile-decode", "lenticule-decode",
            ]),
        .tests(
            "Screen/CompositorTests",
            [
                "Animation", "CCairo", "CGLES", "CPango", "CPixman", "CPlainRows", "CRowKernels",
                "CRsvg", "CSDL",
                "Card",
                "Compositor", "Decoding", "Geometry", "LensOptics", "Motion", "Paint", "Picture",
                "Plan", "Platform", "Scene", "lenticule-decode",
            ], settings: common + fast),
        .tests(
            "Screen/PlanTests",
            [
                "Compositor", "Decoding", "Geometry", "Paint", "Picture", "Plan", "Platform",
                "Scene",
                "lenticule-decode",
            ]),
        .tests(
            "Screen/TunerTests", ["Geometry", "Picture", "Platform", "TOML", "Tuner", "Tuning"]),
        .tests(
            "Screen/DisplayTests",
            [
                "Animation", "Compositor", "Decoding", "Display", "Geometry", "Motion", "Paint",
                "Picture", "Scene", "lenticule-decode",
            ]),
        .tests(
            "PlaybackTests",
            [
                "Card", "Compositor", "Decoding", "Display", "Geometry", "Motion", "MotionLog",
                "Paint", "Picture",
                "Platform", "Playback", "Scene", "Service", "TOML", "Tuning",
            ]),
        .tests(
            "PrintTests", ["Geometry", "LensOptics", "Picture", "Print"], settings: common + fast),
        .tests("PlotTests", ["Plot"]),
        .tests(
            "Commands/CommandTests",
            [
                "Card", "Decoding", "Display", "Doctor", "Geometry", "Motion", "MotionLog",
                "Picture",
                "PictureFormats", "Platform", "Playback", "Scene", "IIO", "TOML",
                "hostile-decode",
                "lenticule", "lenticule-decode",
            ]),
        .tests(
            "Commands/WindowTests",
            [
                "Decoding", "Geometry", "Motion", "Paint", "Picture", "hostile-decode", "lenticule",
                "lenticule-decode",
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
