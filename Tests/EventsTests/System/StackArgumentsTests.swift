import Foundation
import Testing

@testable import Events

@Suite struct StackArgumentsTests {
  @Test(arguments: [[], ["replog"], ["replog", "", "ü", "--json"]])
  func `arguments are found below the environment`(_ arguments: [String]) {
    let texts = arguments.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let variable = strdup("HOME=/root")
    defer { free(variable) }
    // The layout of the system: the number, the arguments, NULL, the variables, NULL.
    let number = UnsafeMutablePointer<CChar>(bitPattern: texts.count)
    var stack = [nil, number] + texts + [nil, variable, nil]
    stack.withUnsafeMutableBufferPointer { stack in
      let found = StackArguments(below: stack.baseAddress! + 2 + texts.count + 1)
      #expect(found.count == arguments.count)
      let read = (0..<found.count).map { String(cString: found.first[$0]!) }
      #expect(read == arguments)
      #expect(found.first[found.count] == nil)
    }
  }
}
