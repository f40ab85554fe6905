// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bench",
    dependencies: [.package(name: "lenticule", path: "..")],
    targets: [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "bench",
            dependencies: ["CAllocations", .product(name: "LenticuleParts", package: "lenticule")]),
    ],
    swiftLanguageModes: [.v6]
)
