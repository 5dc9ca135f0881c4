import Foundation
import TestSupport
import Testing

@testable import Events

@Suite struct SpawnTests {
  private let system = System()

  private func run(_ line: String, in folder: TemporaryFolder) throws -> System.ProgramEnd {
    let input = folder.file("input")
    try put(Array("one\ntwo\n".utf8), at: input)
    return try system.runShell(
      line, variable: ("REPLOG_LOG", input), input: input, output: .nowhere)
  }

  @Test func `the exit of a program is reported as it was`() throws {
    let folder = TemporaryFolder()
    #expect(try run("exit 0", in: folder) == .status(0))
    #expect(try run("exit 125", in: folder) == .status(125))
    #expect(try run("exit 200", in: folder) == .status(200))
    #expect(try run("kill -KILL $$", in: folder) == .signal(9))
    #expect(try run("no-such-command-of-any-kind", in: folder) == .status(127))
  }

  @Test func `a program gets the file on standard input and in its environment`() throws {
    let folder = TemporaryFolder()
    #expect(try run(#"test "$(head -1)" = one"#, in: folder) == .status(0))
    #expect(try run(#"test "$(cat "$REPLOG_LOG" | wc -l)" -eq 2"#, in: folder) == .status(0))
    #expect(try run(#"test -n "$PATH""#, in: folder) == .status(0))
  }

  @Test func `a program receives the signals that replog ignores`() async {
    await #expect(processExitsWith: .success) {
      let (system, folder) = (System(), TemporaryFolder())
      system.ignoreSignals()
      let input = folder.file("input")
      try put([], at: input)
      let end = try system.runShell(
        "kill -PIPE $$; exit 3", variable: ("A", "b"), input: input, output: .nowhere)
      try #require(end == .signal(13))
    }
  }

  @Test func `a failed call is a system error`() throws {
    let folder = TemporaryFolder()
    var faulty = system
    faulty.fault = { call in call == .spawn ? .fails(11) : nil }
    #expect(throws: SystemError.self) {
      try faulty.runShell(
        "exit 0", variable: ("A", "b"), input: folder.file("input"), output: .nowhere)
    }
  }
}

@Suite struct ScratchTests {
  private let system = System()

  @Test func `a scratch folder is removed with its content, even after an error`() throws {
    struct Stop: Error {}
    var place = ""
    #expect(throws: Stop.self) {
      try system.withScratchFolder { folder in
        place = folder.path
        try folder.write("events.jsonl", [1], system)
        let file = try folder.write("events.jsonl", [1, 2], system)
        #expect(file == place + "/events.jsonl")
        #expect(try bytes(at: file) == [1, 2])
        #expect(try mode(of: file) == 0o600)
        #expect(try mode(of: place) == 0o700)
        #expect(try system.makeFolder(place + "/inner"))
        try folder.write("inner/file", [3], system)
        throw Stop()
      }
    }
    #expect(place.isEmpty == false)
    #expect(try system.exists(place) == false)
  }

  @Test func `a file is replaced completely or not at all`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("out.jsonl")
    try system.replaceFile(path, with: [1])
    try system.replaceFile(path, with: [2, 3])
    #expect(try bytes(at: path) == [2, 3])
    #expect(try mode(of: path) == 0o600)
    var faulty = system
    faulty.fault = { call in
      if case .rename = call { return .fails(28) }
      return nil
    }
    #expect(throws: LogError.self) { try faulty.replaceFile(path, with: [4]) }
    faulty.fault = { call in
      if case .write = call { return .fails(28) }
      return nil
    }
    #expect(throws: LogError.self) { try faulty.replaceFile(path, with: [4]) }
    #expect(try bytes(at: path) == [2, 3])
    #expect(try folder.names == ["out.jsonl"])
  }

  @Test func `a file for others keeps the permissions of its predecessor`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("pbs.json")
    try system.replaceFile(path, with: [1], isShared: true)
    try system.setMode(0o640, of: system.open(path, for: .reading))
    try system.replaceFile(path, with: [2], isShared: true)
    #expect(try bytes(at: path) == [2])
    #expect(try mode(of: path) == 0o640)
    let error = failure { try system.replaceFile(folder.file("no/x"), with: [], isShared: true) }
    #expect(error?.message.hasPrefix("cannot write the file; no partial file is left") == true)
    #expect(error?.file == folder.file("no/x"))
    #expect(error?.help == "create its folder first, or name another file")
  }

  @Test func `a file that cannot be written is detected without writing it`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("out.jsonl")
    try system.requireReplaceable(path)
    try system.requireMakeable(folders: folder.file("a/b"))
    #expect(try folder.names == [])
    var faulty = system
    faulty.fault = { call in
      switch call {
      case .open, .makeFolder: .fails(EACCES)
      default: nil
      }
    }
    var error = failure { try faulty.requireReplaceable(path) }
    #expect(
      error?.help?.description.contains("show the permissions") == true && error?.file == path)
    error = failure { try faulty.requireMakeable(folders: folder.file("a/b")) }
    #expect(
      error?.help?.description.contains("show the permissions") == true
        && error?.file == folder.file("a/b"))
  }

  @Test func `a file does not replace a device, a pipe or a folder`() throws {
    let folder = TemporaryFolder()
    for path in ["/dev/null", folder.path] {
      let error = failure { try system.replaceFile(path, with: [1], isShared: true) }
      #expect(error?.kind == .refused && error?.file == path)
    }
    #expect(try system.status(path: "/dev/null").isRegular == false)
  }

  @Test func `folders are distinguished from files, and their names are in byte order`() throws {
    let folder = TemporaryFolder()
    for name in ["b", "a", "B", "é"] { try put([], at: folder.file(name)) }
    #expect(try system.contents(ofFolder: folder.path) == ["B", "a", "b", "é"])
    #expect(try system.isFolder(folder.path))
    #expect(try system.isFolder(folder.file("a")) == false)
    #expect(try system.isFolder(folder.file("none")) == false)
    #expect(
      failure { try system.contents(ofFolder: folder.file("none")) }?.message
        .hasPrefix("cannot read the folder") == true)
    #expect(
      system.isSameFile(folder.file("a"), folder.path + "/../" + folder.path.suffixName + "/a"))
    #expect(!system.isSameFile(folder.file("a"), folder.file("b")))
    #expect(!system.isSameFile(folder.file("a"), folder.file("none")))
  }

  @Test func `a link in a scratch folder is removed, and its target stays`() throws {
    let folder = TemporaryFolder()
    try put([7], at: folder.file("kept"))
    try system.withScratchFolder { scratch in
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path + "/link", withDestinationPath: folder.path)
    }
    #expect(try bytes(at: folder.file("kept")) == [7])
  }

  @Test func `the scratch folder of a killed process is removed, and nothing else`() throws {
    let folder = TemporaryFolder()
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    for name in ["replog-scratch-left", "replog-scratch-empty", "replog-mine"] {
      #expect(try system.makeFolder(folder.file(name)))
      if name != "replog-scratch-empty" { try put([1], at: folder.file(name + "/events.jsonl")) }
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("replog-scratch-link"), withDestinationPath: folder.file("replog-mine"))
    try here.withScratchFolder { outer in
      let there = try here.withScratchFolder { _ in
        try [outer.path, folder.file("replog-scratch-left")].map(system.exists)
      }
      #expect(there == [true, false])
    }
    #expect(try folder.names == ["replog-mine", "replog-scratch-link"])
    #expect(try bytes(at: folder.file("replog-mine/events.jsonl")) == [1])
  }

  @Test(arguments: 1...4)
  func `a process that is killed during the removal of its folder leaves the rest to the next`(
    _ place: Int
  ) throws {
    let (folder, removed) = (TemporaryFolder(), Counter())
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    var killed = here
    // From a certain removal on, nothing is removed any more.
    killed.fault = { call in
      guard case .remove = call else { return nil }
      return removed.next() >= place ? .forgotten : nil
    }
    try killed.withScratchFolder { scratch in
      for name in ["events.jsonl", "other"] { try scratch.write(name, [1], system) }
    }
    #expect(try folder.names.count == (place < 4 ? 1 : 0))
    try here.withScratchFolder { _ in }
    #expect(try folder.names == [])
  }

  @Test(arguments: [false, true])
  func `a new folder that another process considers abandoned is created again`(
    _ isBusy: Bool
  ) throws {
    let (folder, count) = (TemporaryFolder(), Counter())
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    // The removal happens between the creation of a folder and its lock.
    here.fault = { [path = folder.path] call in
      guard call == .flock, count.next() == 1 else { return nil }
      let made = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      for name in made { rmdir("\(path)/\(name)") }
      return isBusy ? .fails(EWOULDBLOCK) : nil
    }
    let isThere = try here.withScratchFolder { try system.exists($0.path) }
    #expect(isThere)
    #expect(try folder.names == [])
  }

  @Test func `on a file system without locks, folders without a lock stay`() throws {
    let folder = TemporaryFolder()
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    here.fault = { $0 == .flock ? .fails(ENOLCK) : nil }
    try here.withScratchFolder { outer in
      let isThere = try here.withScratchFolder { _ in try system.exists(outer.path) }
      #expect(isThere)
    }
    #expect(try folder.names == [])
  }

  @Test func `a link that replaces the folder of a killed process is not followed`() throws {
    let folder = TemporaryFolder()
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    let left = folder.file("replog-scratch-left")
    for path in [left, folder.file("mine")] {
      #expect(try system.makeFolder(path))
      try put([1], at: path + "/events.jsonl")
    }
    here.witness = { [moved = folder.file("moved"), mine = folder.file("mine")] call, path, _ in
      guard call == .flock, path == left else { return }
      try? FileManager.default.moveItem(atPath: left, toPath: moved)
      try? FileManager.default.createSymbolicLink(atPath: left, withDestinationPath: mine)
    }
    try here.withScratchFolder { _ in }
    #expect(try bytes(at: folder.file("mine/events.jsonl")) == [1])
    #expect(try system.isLink(left))
    #expect(try system.names(in: folder.file("moved")) == [])
  }

  @Test func `a link in the folder of a killed process is not followed`() throws {
    let folder = TemporaryFolder()
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    let left = folder.file("replog-scratch-left")
    #expect(try system.makeFolder(left))
    try put([1], at: folder.file("mine"))
    try FileManager.default.createSymbolicLink(
      atPath: left + "/events.jsonl", withDestinationPath: folder.file("mine"))
    try here.withScratchFolder { _ in }
    #expect(try folder.names == ["mine"])
  }

  @Test func `the folder of a killed process stays while its program runs`() throws {
    let folder = TemporaryFolder()
    var here = system
    here.environmentOverrides["TMPDIR"] = folder.path
    let left = folder.file("replog-scratch-left")
    #expect(try system.makeFolder(left))
    var lock: Descriptor? = try system.openFolder(left)
    #expect(try lock.map { try system.lock($0) } == true)
    // The shell ends, but its program does not.
    let end = try system.runShell(
      "sleep 60 & echo $! > \(left)/pid", variable: ("A", "b"), input: "/dev/null",
      output: .nowhere, keeping: lock)
    #expect(end == .status(0))
    lock = nil
    let pid = try String(decoding: bytes(at: left + "/pid"), as: UTF8.self).dropLast()
    try here.withScratchFolder { _ in }
    #expect(try folder.names == ["replog-scratch-left"])
    kill(try #require(Int32(pid)), SIGKILL)
    // This process cannot wait for the end of that program.
    for _ in 0..<200 where try folder.names != [] {
      usleep(20_000)
      try here.withScratchFolder { _ in }
    }
    #expect(try folder.names == [])
  }

  @Test func `a scratch folder that cannot be created is an error with its place`() throws {
    var faulty = system
    faulty.environmentOverrides["TMPDIR"] = "/no/such/folder"
    let error = failure { try faulty.withScratchFolder { $0.path } }
    #expect(error?.file.hasPrefix("/no/such/folder/replog-") == true)
  }
}

extension String {
  fileprivate var suffixName: String { String(split(separator: "/").last ?? "") }
}
