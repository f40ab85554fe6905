// swift-tools-version: 6.2
import PackageDescription

// Apart from the main package, so that nobody builds sanitizers by accident. Each reader has an
// executable Fuzz<Reader> and its seeds in Seeds/<Reader>; `run` builds and runs them.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "lenticule", path: "../..")],
    targets: [
        .target(
            name: "FuzzSupport", dependencies: [.product(name: "Service", package: "lenticule")]),
        .executableTarget(
            name: "FuzzMotionLog",
            dependencies: [.product(name: "MotionLog", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzIIO",
            dependencies: [.product(name: "IIO", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzCard",
            dependencies: [.product(name: "Card", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzPicture",
            dependencies: [.product(name: "Picture", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzPath",
            dependencies: [.product(name: "Picture", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzShader",
            dependencies: [.product(name: "Picture", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzText",
            dependencies: [.product(name: "Picture", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzDecoder",
            dependencies: [.product(name: "Picture", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzMessage",
            dependencies: [.product(name: "Picture", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzService",
            dependencies: ["FuzzSupport", .product(name: "Service", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "FuzzMQTT",
            dependencies: ["FuzzSupport", .product(name: "Service", package: "lenticule")],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ],
    swiftLanguageModes: [.v6]
)
