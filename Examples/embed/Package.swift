// swift-tools-version: 6.2
// An app that keeps its training data in a log: a package of its own, as any user of the libraries.
import PackageDescription

let package = Package(
  name: "embed",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [
    // The trait brings `Timestamp` from and to Foundation's `Date`.
    .package(name: "replog", path: "../..", traits: ["FoundationBridge"])
  ],
  targets: [
    .executableTarget(
      name: "embed",
      dependencies: [
        .product(name: "Events", package: "replog"),
        .product(name: "Projections", package: "replog"),
      ])
  ]
)
