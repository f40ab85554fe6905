// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    dependencies: [.package(name: "lenticule", path: "..")],
    targets: [
        .executableTarget(
            name: "bench", dependencies: [.product(name: "LenticuleParts", package: "lenticule")])
    ],
    swiftLanguageModes: [.v6]
)
