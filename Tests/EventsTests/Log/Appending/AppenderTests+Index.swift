import Foundation
import TestSupport
import Testing

@testable import Events

// Tests of the index of ids, and of logs that other programs change between two appends.
extension AppenderTests {
  @Test func `a position that decreases is damage for a search for an id`() throws {
    let all = try lines(inBatches: [1, 1, 1])
    try put((all + all).flatMap { $0 }, at: path)
    let error = failure { try append([Draft(id: Samples.id(9), like(9))], to: path) }
    #expect(error?.kind == .damaged)
    #expect(error?.line == 4)
  }

  @Test func `an error about one draft identifies the draft`() throws {
    let known = Draft(id: Samples.id(1), like(1))
    try append([known], to: path)
    let error = failure { try append([known, Draft(like(2)), Draft(user: "", like(3))], to: path) }
    #expect(error?.draft == 2)
  }

  @Test func `a log that another log overwrote is indexed again`() throws {
    let appender = try Appender(path: path)
    func draft(_ id: Int) -> Draft { Draft(id: Samples.id(id), at: Samples.start, like(7)) }
    try append([draft(1)], with: appender)
    try append([draft(1)], with: appender)
    let other = folder.file("other")
    for id in [2, 3] { try append([draft(id)], to: other) }
    // Written in place: the file keeps its inode, and another event has the former offset of this one.
    let file = try System().open(path, for: .appending)
    try System().truncate(file, to: 0)
    _ = try System().write(try bytes(at: other)[...], to: file)
    let again = try append([draft(1), draft(3)], with: appender)
    #expect(again.acknowledgements.map(\.event.id) == [Samples.id(1), Samples.id(3)])
    #expect(again.acknowledgements.map(\.isDuplicate) == [false, true])
  }

  @Test func `an id that occurs only in the overwriting log is known`() throws {
    let appender = try Appender(path: path)
    func draft(_ id: Int) -> Draft { Draft(id: Samples.id(id), at: Samples.start, like(7)) }
    try append([draft(1), draft(2)], with: appender)
    try append([draft(1)], with: appender)
    let other = folder.file("other")
    for id in [5, 6, 7] { try append([draft(id)], to: other) }
    // Written in place: the file keeps its inode.
    let file = try System().open(path, for: .appending)
    try System().truncate(file, to: 0)
    _ = try System().write(try bytes(at: other)[...], to: file)
    let again = try append([draft(5)], with: appender)
    #expect(again.acknowledgements.map(\.event.seq) == [1])
    #expect(again.acknowledgements.map(\.isDuplicate) == [true])
  }

  @Test func `an id is never answered with another event`() throws {
    try put(try linesWithoutSums([1, 2, 3]), at: path)
    let appender = try Appender(path: path)
    let two = Draft(id: Samples.id(2), at: Samples.start, like(7))
    #expect(try append([two], with: appender).acknowledgements.map(\.isDuplicate) == [true])
    // Written in place: the file keeps its inode.
    let file = try System().open(path, for: .appending)
    try System().truncate(file, to: 0)
    _ = try System().write(try linesWithoutSums([1, 9, 3, 4])[...], to: file)
    let again = try append([two, Draft(id: Samples.id(9), like(7))], with: appender)
    #expect(again.acknowledgements.map(\.event.id) == [Samples.id(2), Samples.id(9)])
    #expect(again.acknowledgements.map(\.event.seq) == [5, 2])
  }

  @Test func `a log that was truncated by hand is indexed again`() throws {
    let appender = try Appender(path: path)
    try append((1...40).map { Draft(id: Samples.id($0), like($0)) }, with: appender)
    try append([Draft(id: Samples.id(40), like(40))], with: appender)
    let whole = try lines(inBatches: [1, 1])
    // Written in place: the file keeps its inode.
    let file = try System().open(path, for: .appending)
    try System().truncate(file, to: 0)
    _ = try System().write(whole.joined()[...].map { $0 }[...], to: file)
    let done = try append([Draft(id: Samples.id(40), like(40))], with: appender)
    #expect(done.acknowledgements.map(\.event.seq) == [3])
    #expect(try shown(Log(path: path)) == [1, 2, 3])
  }
}
