// swift-tools-version: 6.2
// Three targets and no package: `Events` (facts and the log), `Projections` (views and decisions),
// `CLI` (the command `replog`). The order of the three is the order of dependency. `ReplogTesting`, for the
// tests of apps, is the one folder of `Projections` that may use Foundation and Swift Testing.
import PackageDescription

let strict: [SwiftSetting] = [.strictMemorySafety()]

let package = Package(
  name: "replog",
  // The lowest versions with the runtime and the standard library that the sources need. macOS 14 and iOS 17 run generic
  // types with parameter packs (`PersonalStates` in Refresh.swift). The text searches `firstRange(of:)`, `contains(_:)`
  // and `replacing(_:with:)` need macOS 13 and iOS 16, everything else less.
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "Events", targets: ["Events"]),
    .library(name: "Projections", targets: ["Projections"]),
    .library(name: "ReplogTesting", targets: ["ReplogTesting"]),
    .executable(name: "replog", targets: ["CLI"]),
  ],
  // Not on by default: the command would link Foundation, for a start-up of twice as long.
  traits: [
    .trait(name: "FoundationBridge", description: "Timestamp from and to Foundation's Date")
  ],
  targets: [
    .target(name: "Events", swiftSettings: strict),
    .target(
      name: "Projections", dependencies: ["Events"], exclude: ["Testing"], swiftSettings: strict),
    .target(
      name: "ReplogTesting", dependencies: ["Events", "Projections"],
      path: "Sources/Projections/Testing", swiftSettings: strict),
    .executableTarget(name: "CLI", dependencies: ["Events", "Projections"], swiftSettings: strict),
    .target(name: "TestSupport", dependencies: ["Events", "Projections"], path: "Tests/Support"),
    .testTarget(name: "EventsTests", dependencies: ["Events", "TestSupport"]),
    .testTarget(
      name: "ProjectionsTests",
      dependencies: ["Projections", "ReplogTesting", "CLI", "TestSupport"],
      exclude: ["Golden/Scenarios"]),
    .testTarget(
      name: "CLITests", dependencies: ["CLI", "TestSupport"],
      exclude: ["Transcripts", "Errors", "Exports", "Independent", "Baseline"]),
  ]
)

// Not for dependents: a newer compiler has new warnings.
if Context.environment["REPLOG_STRICT"] != nil {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}

// For 'make test': what is tested, and the models of TestSupport. Tests that were optimized, too, took as long to run,
// and four minutes more to build. Assertions stay in: the bounds of unchecked reads are among them.
if Context.environment["REPLOG_OPTIMIZED"] != nil {
  for target in package.targets where target.type != .test {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
  }
}

// For 'make release': the command calls the libraries and has no loop that takes time.
if Context.environment["REPLOG_RELEASE"] != nil {
  for target in package.targets where target.name == "CLI" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Osize"])]
  }
}
