// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "attitude",
    dependencies: [.package(name: "lenticule", path: "../..")],
    targets: [
        .executableTarget(
            name: "attitude-settings",
            dependencies: [.product(name: "LenticuleParts", package: "lenticule")]),
        .executableTarget(
            name: "attitude-speed",
            dependencies: [.product(name: "LenticuleParts", package: "lenticule")]),
    ],
    swiftLanguageModes: [.v6]
)
