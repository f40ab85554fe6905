// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target; the pure ones also promise to hold no unsafe code.
let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]
let pure = common + [.strictMemorySafety()]

let package = Package(
    name: "lenticule",
    products: [
        .executable(name: "lenticule", targets: ["lenticule"]),
        // For Tests/Fuzz alone.
        .library(name: "MotionLog", targets: ["Motion", "MotionLog"]),
        .library(name: "Card", targets: ["Card", "TOML"]),
        .library(name: "Picture", targets: ["Picture"]),
        .library(name: "Service", targets: ["Motion", "Service"]),
        // For Benchmarks, which is a package of its own.
        .library(
            name: "LenticuleParts", targets: ["Motion", "Picture", "Compositor", "Display"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // C libraries: module maps only.
        .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(name: "CSDL", pkgConfig: "sdl2", providers: [.apt(["libsdl2-dev"])]),
        .systemLibrary(
            name: "CSDLImage", pkgConfig: "SDL2_image", providers: [.apt(["libsdl2-image-dev"])]),
        .systemLibrary(name: "CGLES", pkgConfig: "glesv2", providers: [.apt(["libgles-dev"])]),
        .systemLibrary(
            name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
        .systemLibrary(
            name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(
            name: "CImageQuant", pkgConfig: "imagequant", providers: [.apt(["libimagequant-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .target(name: "CTOML", linkerSettings: [.linkedLibrary("stdc++")]),

        // Optimised in debug builds too: vector arithmetic is a hundred times slower otherwise.
        .target(
            name: "Motion",
            swiftSettings: pure + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .target(name: "Plot", swiftSettings: pure),
        .target(name: "MotionLog", dependencies: ["Motion"], swiftSettings: common),
        .target(name: "Sensor", dependencies: ["Motion", "CIIO", "CUdev"], swiftSettings: common),
        .target(
            name: "Doctor", dependencies: ["Motion", "Sensor", "CLinux"], swiftSettings: common),
        .target(name: "Gamepad", dependencies: ["Motion", "CSDL"], swiftSettings: common),
        .target(name: "TOML", dependencies: ["CTOML"], swiftSettings: common),
        .target(name: "Card", dependencies: ["Motion", "TOML"], swiftSettings: common),
        .target(
            name: "Picture",
            dependencies: [
                "CSDL", "CSDLImage", "CRsvg", "CPango", "CExif", "CImageQuant", "CZlib",
            ],
            swiftSettings: common),
        .target(name: "Compositor", dependencies: ["Picture", "CGLES"], swiftSettings: common),
        .target(
            name: "Display", dependencies: ["Picture", "Compositor", "CSDL", "CLinux"],
            swiftSettings: common),
        .target(
            name: "Service",
            dependencies: [
                "Motion", "MotionLog", "Card", "CSystemd", "CMosquitto",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: common),
        .executableTarget(
            name: "lenticule",
            dependencies: [
                "Motion", "MotionLog", "Plot", "Sensor", "Gamepad", "Doctor", "TOML", "Card",
                "Picture", "Compositor", "Display", "Service",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: common),

        // Reads fake devices where they are, for SensorTests.
        .executableTarget(
            name: "rig-probe", dependencies: ["Motion", "Sensor"], path: "Tests/RigProbe",
            swiftSettings: common),
        .testTarget(
            name: "SensorTests", dependencies: ["Motion", "Sensor", "TestSupport", "rig-probe"],
            swiftSettings: common),
        .testTarget(
            name: "DoctorTests", dependencies: ["Doctor", "Motion", "Sensor", "TestSupport"],
            swiftSettings: common),
        .testTarget(name: "MotionTests", dependencies: ["Motion"], swiftSettings: common),
        .testTarget(
            name: "ServiceTests", dependencies: ["Service", "Motion", "Card", "TestSupport"],
            swiftSettings: common),
        .testTarget(name: "PlotTests", dependencies: ["Plot"], swiftSettings: common),
        .testTarget(name: "PictureTests", dependencies: ["Picture"], swiftSettings: common),
        .testTarget(
            name: "CompositorTests", dependencies: ["Compositor", "Picture", "CSDL"],
            swiftSettings: common),
        .testTarget(
            name: "DisplayTests", dependencies: ["Display", "Compositor", "Picture"],
            swiftSettings: common),
        .testTarget(
            name: "MotionLogTests", dependencies: ["Motion", "MotionLog", "TestSupport"],
            swiftSettings: common),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: common),
        .testTarget(
            name: "WindowTests", dependencies: ["lenticule", "Motion", "TestSupport", "Picture"],
            swiftSettings: common),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "lenticule", "Card", "Display", "Motion", "Sensor", "TOML", "TestSupport",
            ],
            swiftSettings: common),
        .testTarget(
            name: "GamepadTests", dependencies: ["Gamepad", "Motion"], swiftSettings: common),
        .testTarget(name: "TOMLTests", dependencies: ["TOML"], swiftSettings: common),
        .testTarget(
            name: "CardTests", dependencies: ["Card", "Motion", "TOML"], swiftSettings: common),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
