// swift-tools-version: 6.2
// What the benchmark asks of the libraries and not of the command, and an app with views of its own: a
// package of its own, so that it never burdens the build of replog.
import PackageDescription

let libraries: [Target.Dependency] = [
  .product(name: "Events", package: "replog"),
  .product(name: "Projections", package: "replog"),
]

let package = Package(
  name: "library",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "replog", path: "../../..")],
  targets: [
    .executableTarget(name: "library", dependencies: libraries),
    .executableTarget(name: "app", dependencies: libraries),
  ]
)
