// swift-tools-version: 6.2
// Three targets and no package: `Events` (facts and the log), `Projections` (views and decisions),
// `CLI` (the command `replog`). The order of the three is the order of dependency.
import PackageDescription

let strict: [SwiftSetting] = [.strictMemorySafety()]

let package = Package(
  name: "replog",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "Events", targets: ["Events"]),
    .library(name: "Projections", targets: ["Projections"]),
    .executable(name: "replog", targets: ["CLI"]),
  ],
  targets: [
    .target(name: "Events", swiftSettings: strict),
    .target(name: "Projections", dependencies: ["Events"], swiftSettings: strict),
    .executableTarget(name: "CLI", dependencies: ["Events", "Projections"], swiftSettings: strict),
    .target(name: "TestSupport", dependencies: ["Events", "Projections"], path: "Tests/Support"),
    .testTarget(name: "EventsTests", dependencies: ["Events", "TestSupport"]),
    .testTarget(name: "ProjectionsTests", dependencies: ["Projections", "TestSupport"]),
    .testTarget(
      name: "CLITests", dependencies: ["CLI", "TestSupport"],
      exclude: ["Transcripts", "Errors", "Independent"]),
  ]
)

// Not for whoever depends on this: a newer compiler has new warnings.
if Context.environment["REPLOG_STRICT"] != nil {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
