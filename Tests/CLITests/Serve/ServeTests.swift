import Events
import Foundation
import TestSupport
import Testing

@testable import CLI

/// `replog serve`, by the command itself and by the official client of its protocol.
@Suite(.hangLimit) struct ServeTests {
  private static let handshake = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}\n
    """

  private let workdir: Workdir

  init() throws {
    workdir = try Workdir()
    for line in ["sign-in ann@example.com", "session start", "set log squat 5x100kg --new"] {
      #expect(try workdir.run("replog \(line)").status == 0)
    }
  }

  @Test(.enabled(if: Workdir.hasPython("mcp.client.client"), "needs the Python package 'mcp'"))
  func `the official client works with both revisions`() throws {
    let script = Workdir.repository.appendingPathComponent("Tests/Serve/client.py").path
    let replog = Workdir.products.appendingPathComponent("replog").path
    let result = try workdir.run("python3 -B '\(script)' '\(replog)' 400000")
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.output.split(separator: "\n").count == 3)
  }

  @Test(arguments: [false, true])
  func `the server reports a change that another process made`(isSynced: Bool) throws {
    if isSynced {
      let begin = "mv events.jsonl club.jsonl && replog sync club.jsonl"
      #expect(try workdir.run(begin).status == 0)
    }
    let input = Pipe()
    let server = try RunningCommand("serve", in: workdir, input: input)
    let subscription =
      #"{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"replog://pbs"}}"#
    let requests = Self.handshake + subscription + "\n"
    try input.fileHandleForWriting.write(contentsOf: Data(requests.utf8))
    server.wait { $0.contains(#""id":1,"#) }
    #expect(!server.output.contains("updated"))
    #expect(try workdir.run("replog set log squat 5x110kg").status == 0)
    server.wait { $0.contains(#""method":"notifications/resources/updated""#) }
    #expect(server.interrupt() == 0)
    #expect(server.errors == "")
  }

  @Test func `the server ends with its input and with its reader`() throws {
    #expect(try workdir.run("replog serve < /dev/null").status == 0)
    let ended = try workdir.run(
      """
      yes '{"jsonrpc":"2.0","id":1,"method":"ping"}' | replog serve | head -n 1; echo done
      """)
    #expect(ended.output.hasSuffix("done\n"))
  }

  // MARK: - Lines

  @Test func `lines are assembled from pieces, and overlong lines are skipped`() {
    var buffer = InputBuffer()
    #expect(buffer.add(Array("one\n\n  \ntw".utf8)) == [Array("one".utf8)])
    #expect(buffer.add(Array("o\n".utf8)) == [Array("two".utf8)])
    for _ in 0...16 { #expect(buffer.add([UInt8](repeating: 0x78, count: 1 << 16)) == []) }
    #expect(buffer.add(Array("x\nthree".utf8)) == [nil])
    #expect(buffer.end() == [Array("three".utf8)])
    #expect(buffer.end() == [])
  }

  @Test func `an id and an address may have the most bytes that the error names, and no more`()
    throws
  {
    func message(_ count: Int) throws -> Message? {
      let id = String(repeating: "x", count: count)
      return try Message(Array(#"{"jsonrpc":"2.0","id":"\#(id)","method":"ping"}"#.utf8))
    }
    #expect(try message(1_024)?.method == "ping")
    #expect(throws: ProtocolError.self) { try message(1_025) }
    let catalog = Catalog(of: Replog.commands, isReadOnly: false)
    func address(_ count: Int) throws -> ResourceAddress? {
      let start = "replog://pbs?exercise="
      return try ResourceAddress(
        start + String(repeating: "x", count: count - start.utf8.count), in: catalog)
    }
    #expect(try address(4_096)?.text.utf8.count == 4_096)
    #expect(throws: ProtocolError.self) { try address(4_097) }
  }

  // MARK: - Arguments

  private let arguments = Catalog(of: Replog.commands, isReadOnly: false).tools.first {
    $0.name == "set_log"
  }?.arguments

  @Test func `an object becomes the words of a command line and can be read back`() throws {
    let arguments = try #require(arguments)
    let object: JSON = [
      "exercise": "squat", "reps_x_weight": "5x100kg", "rpe": 8, "new": true,
    ]
    #expect(
      try arguments.words(for: object) == ["--rpe=8", "--new", "--", "squat", "5x100kg"])
    #expect(arguments.object(for: ["squat", "5x100kg", "--rpe", "8", "--new"]) == object)
    #expect(arguments.object(for: ["squat", "--nothing"]) == nil)
  }

  @Test func `a value that begins like an option remains a value`() throws {
    let object: JSON = ["exercise": "--help", "reps_x_weight": "5", "note": "--json"]
    #expect(try arguments?.words(for: object) == ["--note=--json", "--", "--help", "5"])
  }

  @Test func `no tool accepts a path or a program`() {
    for tool in Catalog(of: Replog.commands, isReadOnly: false).tools {
      let names = tool.arguments.all.map(\.declared.name)
      let others = ["--run", "--seal", "--svg", "--log", "--user"]
      #expect(Set(names).isDisjoint(with: others), "\(tool.name)")
    }
  }

  @Test(arguments: [
    ("explain", "replog explain last --json"),
    ("bisect", "replog bisect pbs '[exercise=squat].weightKg > 50' --json"),
  ])
  func `the schema of an output has the members that the command prints`(
    _ name: String, _ line: String
  ) throws {
    let tools = Catalog(of: Replog.commands, isReadOnly: true).tools
    let schema = try #require(tools.first { $0.name == name }).form.schema
    let required = schema["required"] ?? schema["oneOf"]?.elements?.first?["required"]
    let output = Array(try workdir.run(line).output.utf8.dropLast())
    let printed = try Bytes.of(output) { (bytes) throws(LineError) in try JSON(bytes) }
    guard case .object(let members) = printed else {
      Issue.record("\(printed.jsonText)")
      return
    }
    #expect(required == .array(members.map { .string($0.name) }))
  }

  @Test func `the schema of an acknowledgement has the members that a device prints`() throws {
    let line =
      "mv events.jsonl club.jsonl && replog sync club.jsonl --quiet > ids && replog set log squat 5x110kg --json"
    let output = Array(try workdir.run(line).output.utf8.dropLast())
    let printed = try Bytes.of(output) { (bytes) throws(LineError) in try JSON(bytes) }
    let events = OutputForm.acknowledgements.schema["properties"]?["events"]
    guard case .object(let members) = printed,
      case .object(let known) = events?["items"]?["properties"]
    else {
      Issue.record("\(printed.jsonText)")
      return
    }
    #expect(printed["pending"] == true)
    #expect(Set(members.map(\.name)).isSubset(of: known.map(\.name)))
  }

  @Test func `a read-only server has no tool that writes`() {
    let catalog = Catalog(of: Replog.commands, isReadOnly: true)
    #expect(catalog.tools.count > 5)
    for tool in catalog.tools {
      #expect(!Declarations.of(tool.command).all.contains { $0.name == "--dry-run" })
    }
  }
}
