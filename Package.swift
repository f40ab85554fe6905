// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target; `pure` targets also contain no unsafe code.
let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]
let pure = common + [.strictMemorySafety()]
/// Also optimised in debug builds: what computes pixels or numbers by the million, which would take a
/// hundred times as long. As a whole module, because generic code of another file would not be specialised.
let fast: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
        .when(configuration: .debug))
]

/// Makes the programs smaller in memory by 2 MB: without the exported symbols that Swift's static libraries
/// ask for, and with 1 bit instead of 24 bytes for most pointers that are relocated (glibc 2.36, lld).
let program: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ], .when(configuration: .release))
]

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
            targets: ["Decoding", "Geometry", "Picture", "PictureFormats", "System"]),
        .library(name: "Service", targets: ["Motion", "Service"]),
        .library(name: "Sensor", targets: ["Motion", "Sensor"]),
        // For Benchmarks, a separate package.
        .library(
            name: "LenticuleParts",
            targets: [
                "Animation", "Motion", "Geometry", "Scene", "Assets", "Decoding", "Picture",
                "PictureFormats", "Plan", "Compositor", "Display", "Card",
            ]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // C libraries: module maps only.
        .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(name: "CSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(
            name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CGIF", pkgConfig: "libgif", providers: [.apt(["libgif-dev"])]),
        .systemLibrary(name: "CGLES", pkgConfig: "glesv2", providers: [.apt(["libgles-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(
            name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(
            name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(
            name: "CImageQuant", pkgConfig: "imagequant", providers: [.apt(["libimagequant-dev"])]),
        // pixman, of which Cairo's development files depend.
        .systemLibrary(name: "CPixman", path: "Tests/CPixman", pkgConfig: "pixman-1"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(
            name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .target(name: "CTOML", linkerSettings: [.linkedLibrary("stdc++")]),
        .target(name: "CDecimal", linkerSettings: [.linkedLibrary("stdc++")]),
        .target(name: "CTerminal"),
        .target(name: "CProcess"),
        .target(name: "CStandardError"),
        .target(name: "CDisplayServer", dependencies: ["CSDL"]),
        // Also optimised in debug builds: its loops draw every frame.
        .target(
            name: "CRows", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),

        .target(
            name: "System",
            dependencies: [
                "CLinux", "CStandardError",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(name: "Motion", swiftSettings: pure + fast),
        .target(name: "Animation", swiftSettings: pure + fast),
        .target(name: "Plot", swiftSettings: pure),
        .target(name: "Geometry", dependencies: ["System"], swiftSettings: common + fast),
        .target(
            name: "Scene", dependencies: ["Animation", "Geometry", "Motion"],
            swiftSettings: pure + fast),
        .target(
            name: "MotionLog",
            dependencies: [
                "CDecimal", "Motion", "System",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "Sensor",
            dependencies: [
                "Motion", "System", "CIIO", "CUdev",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "Doctor",
            dependencies: [
                "Motion", "Sensor", "System", "CLinux",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "Gamepad", dependencies: ["Motion", "System", "CSDL"], swiftSettings: common),
        .target(name: "TOML", dependencies: ["CTOML", "System"], swiftSettings: common),
        .target(
            name: "Card",
            dependencies: [
                "Animation", "Geometry", "Motion", "Scene", "System", "TOML",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "Picture",
            dependencies: [
                "Geometry", "System", "CCairo", "CPango", "CImageQuant", "CZlib",
            ],
            swiftSettings: common + fast),
        // Only for the decoder process, and for tests and benchmarks.
        .target(
            name: "PictureFormats",
            dependencies: [
                "Geometry", "Picture", "System", "CCairo", "CExif", "CGIF", "CRsvg", "CTurboJPEG",
                "CWebP", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common + fast),
        .target(
            name: "Decoding",
            dependencies: [
                "Geometry", "Picture", "System", "CProcess",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "DecodeServer",
            dependencies: [
                "Decoding", "Geometry", "Picture", "PictureFormats", "System", "CProcess",
                "CSeccomp",
            ],
            swiftSettings: common),
        .executableTarget(
            name: "lenticule-decode", dependencies: ["DecodeServer", "Decoding", "System"],
            swiftSettings: common, linkerSettings: program),
        .target(
            name: "Assets", dependencies: ["Decoding", "Geometry", "Picture"],
            swiftSettings: common),
        .target(
            name: "Compositor",
            dependencies: ["CRows", "Geometry", "Picture", "System", "CGLES"],
            swiftSettings: common + fast),
        .target(
            name: "Plan",
            dependencies: ["Assets", "Compositor", "Decoding", "Geometry", "Picture", "Scene"],
            swiftSettings: common + fast),
        .target(
            name: "Display",
            dependencies: [
                "Animation", "Assets", "Compositor", "Decoding", "Geometry", "Motion", "Picture",
                "Plan",
                "Scene",
                "System", "CSDL", "CLinux", "CPango", "CTerminal", "CDisplayServer",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "Playback",
            dependencies: [
                "Assets", "Card", "Compositor", "Decoding", "Display", "Gamepad", "Geometry",
                "Motion", "MotionLog", "Picture", "Plan", "Scene", "Sensor", "Service", "System",
                "TOML",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .target(
            name: "Print", dependencies: ["Geometry", "Picture", "System"],
            swiftSettings: pure + fast),
        .target(
            name: "Service",
            dependencies: [
                "Motion", "MotionLog", "System", "CSystemd", "CMosquitto",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common),
        .executableTarget(
            name: "lenticule",
            dependencies: [
                "Assets", "Card", "Compositor", "Decoding", "Display", "Doctor", "Gamepad",
                "Geometry",
                "Motion", "MotionLog", "Picture", "Plan", "Playback", "Plot", "Print", "Scene",
                "Sensor", "Service", "System", "TOML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: common, linkerSettings: program),

        // Reads the fake devices of Tests/Rig, for SensorTests.
        .executableTarget(
            name: "rig-probe", dependencies: ["Motion", "Sensor", "System"], path: "Tests/RigProbe",
            swiftSettings: common),
        // A decoder that pictures can take over, for DecodingTests and WindowTests.
        .executableTarget(
            name: "hostile-decode",
            dependencies: ["DecodeServer", "Decoding", "Picture", "PictureFormats", "System"],
            path: "Tests/HostileDecode", swiftSettings: common),
        .testTarget(
            name: "SensorTests",
            dependencies: ["Motion", "Sensor", "System", "TestSupport", "CIIO", "rig-probe"],
            swiftSettings: common),
        .testTarget(
            name: "DoctorTests", dependencies: ["Doctor", "Motion", "Sensor", "TestSupport"],
            swiftSettings: common),
        .testTarget(
            name: "AnimationTests", dependencies: ["Animation", "Motion"], swiftSettings: common),
        .testTarget(name: "MotionTests", dependencies: ["Motion"], swiftSettings: common),
        .testTarget(
            name: "ServiceTests",
            dependencies: ["Service", "Motion", "System", "TestSupport"],
            swiftSettings: common),
        .testTarget(
            name: "SystemTests", dependencies: ["System", "TestSupport"], swiftSettings: common),
        .testTarget(name: "PlotTests", dependencies: ["Plot"], swiftSettings: common),
        .testTarget(
            name: "PictureTests",
            dependencies: ["Geometry", "Picture", "PictureFormats", "System", "TestSupport"],
            swiftSettings: common + fast),
        .testTarget(
            name: "PlaybackTests",
            dependencies: [
                "Card", "Decoding", "Display", "Geometry", "Motion", "MotionLog", "Picture",
                "Playback", "Scene", "Service", "System", "TestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "PrintTests", dependencies: ["Geometry", "Picture", "Print", "TestSupport"],
            swiftSettings: common + fast),
        .testTarget(
            name: "DecodingTests",
            dependencies: [
                "Decoding", "Geometry", "Picture", "PictureFormats", "System", "TestSupport",
                "lenticule-decode", "hostile-decode",
            ],
            swiftSettings: common),
        // The loops of CRows without clones for newer processors, for CompositorTests.
        .target(
            name: "CPlainRows", dependencies: ["CRows"], path: "Tests/CPlainRows",
            cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
        .testTarget(
            name: "CompositorTests",
            dependencies: [
                "CCairo", "CPixman", "CPlainRows", "CRows", "CRsvg",
                "Assets", "Card", "Compositor", "Decoding", "Geometry", "Motion", "Picture", "Plan",
                "Scene", "System", "TestSupport", "CGLES", "CSDL", "lenticule-decode",
            ],
            swiftSettings: common + fast),
        .testTarget(
            name: "SceneTests",
            dependencies: ["Animation", "Geometry", "Motion", "Scene", "TestSupport"],
            swiftSettings: common),
        .testTarget(
            name: "PlanTests",
            dependencies: [
                "Assets", "Compositor", "Decoding", "Geometry", "Picture", "Plan", "Scene",
                "System",
                "lenticule-decode",
            ],
            swiftSettings: common),
        .testTarget(
            name: "DisplayTests",
            dependencies: [
                "Animation", "Compositor", "Decoding", "Display", "Geometry", "Motion", "Picture",
                "Scene", "TestSupport", "lenticule-decode",
            ],
            swiftSettings: common),
        .testTarget(
            name: "MotionLogTests",
            dependencies: ["Motion", "MotionLog", "System", "TestSupport"],
            swiftSettings: common),
        .target(
            name: "TestSupport", dependencies: ["Animation", "Geometry", "Motion", "Scene"],
            path: "Tests/TestSupport", swiftSettings: common + fast),
        .testTarget(
            name: "WindowTests",
            dependencies: [
                "lenticule", "lenticule-decode", "hostile-decode", "Decoding", "Geometry", "Motion",
                "TestSupport", "Picture",
            ],
            swiftSettings: common),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "lenticule", "lenticule-decode", "hostile-decode", "Card", "Display", "Doctor",
                "Geometry", "Motion", "MotionLog", "Picture", "PictureFormats", "Playback",
                "Scene", "Sensor", "System", "TOML", "TestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "GamepadTests", dependencies: ["CSDL", "Gamepad", "Motion"],
            swiftSettings: common),
        .testTarget(name: "TOMLTests", dependencies: ["TOML"], swiftSettings: common),
        .testTarget(
            name: "CardTests",
            dependencies: [
                "Animation", "Card", "Geometry", "Motion", "Scene", "System", "TOML", "TestSupport",
            ],
            swiftSettings: common),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
