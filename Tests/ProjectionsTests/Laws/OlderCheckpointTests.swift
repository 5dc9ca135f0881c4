import Events
import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

/// A checkpoint of format 2, whose index knows no areas of a user, is ignored and replaced.
@Suite struct OlderCheckpointTests {
  /// The files of the checkpoint that a release with format 2 wrote of `log`.
  private static let files = [
    "manifest": """
    cmVwbG9nQ1ACAAAAAAAAAKzFYUwTEvtFGhgAAAAAAAAYAAAAAAAAAHIpTW8jwDvUPqaaY1fCx9sDAQEABpxqzjRHHEQwAtQCAJowGIAIAOEBAO
    EBcwBer6hygXY8IwGWEJYQJ/vMcfHAqjkBABuEAZowmjDqModmIvMybgGEARszmjCaMG7to6yVo5siAbcBGxyaMJowgMkDWWPFk30B0wEcnwGa
    MJowIBsHG7qO0zUB8gIbHJowmjBG1+HThS0YqgGOAxygAZowmjBgJijLNeV10w==
    """,
    "1.part": """
    uzpgtUtA0koAASf7zHHxwKo5hqNQlp5wMlBpBwEAA2FubgMAD2FubkBleGFtcGxlLmNvbQMDQW5uA0xlZQICAAZnb29nbGUBAAQxMDkzARRzAG
    SYIpQB84aKsFns27eAkMOphGV4gKDIgQl4FHMAZJgilAHzhoqwWezbtwIBAwIBBAUCyMXN+tVxX9IAAeoyh2Yi8zJuOXzF0eTJEYYYAQADYW5u
    ARRzAGSYIpQB84aKsFns27cAB/QafNRKIbwAAW7to6yVo5siYcZ28gb0/G0BABCNKn6k1Pc8AAGAyQNZY8WTfZnlBcfBAZDjgwEBBgARbGVnLX
    ByZXNzLW1hY2hpbmUAFXNrdWxsLWNydXNoZXItYmFyYmVsbAAWb3ZlcmhlYWQtcHJlc3MtYmFyYmVsbAAUYmljZXBzLWN1cmwtZHVtYmJlbGwA
    FWhpcC1hZGR1Y3Rpb24tbWFjaGluZQAQZGVhZGxpZnQtYmFyYmVsbLZ2i0hshQU2AAEgGwcbuo7TNSlRowepqMz4AQBX6VrR4+XHawABRtfh04
    UtGKqVeyOO6v13m4QBAQYAEWxlZy1wcmVzcy1tYWNoaW5lABVza3VsbC1jcnVzaGVyLWJhcmJlbGwAFm92ZXJoZWFkLXByZXNzLWJhcmJlbGwA
    FGJpY2Vwcy1jdXJsLWR1bWJiZWxsABVoaXAtYWRkdWN0aW9uLW1hY2hpbmUAEGRlYWRsaWZ0LWJhcmJlbGwAx/ubnYFFp0gEL2FubgYRH4hAxP
    onA9knvoQTd6HIXydwhxIKKXB+z2Q/mV55oNt+J2/uD0mRulFvPtOcI3yg015lyb/0ndyczjEl9RpyBACIpARtyPc1i1NINModHGDSMc0lkwQ/
    vMGaryQ3mvs2WNKV1lSgAAMAD2FubkBleGFtcGxlLmNvbQMDQW5uA0xlZQIAA2FubgAGZ29vZ2xlAQAEMTA5MwEUcwBkmCKUAfOGirBZ7Nu3gJ
    DDqYRleICgyIEJeBRzAGSYIpQB84aKsFns27cCBwAAAwRQdWxsBAARbGVnLXByZXNzLW1hY2hpbmUHChjQGQAVc2t1bGwtY3J1c2hlci1iYXJi
    ZWxsBwoI2AQAFm92ZXJoZWFkLXByZXNzLWJhcmJlbGwHBhDwBgAUYmljZXBzLWN1cmwtZHVtYmJlbGwHBhbwAQAAAAAB7rkCBAQAFGJpY2Vwcy
    1jdXJsLWR1bWJiZWxsAAARbGVnLXByZXNzLW1hY2hpbmUAABZvdmVyaGVhZC1wcmVzcy1iYXJiZWxsAAAVc2t1bGwtY3J1c2hlci1iYXJiZWxs
    AAIBAXR/uDSdIpQBIx3ZUs5B5r0g8NLpqYRleA4PdHG/g58ilAFRuSiOtW4SphCOvBJ4ABVoaXAtYWRkdWN0aW9uLW1hY2hpbmUUBbAEBndhcm
    11cKV/MQ6hIpQBfASmzDPDzKYS5KkMeAMUCeAImAHndjhsoiKUAZaJxCMYg2qxFI74CngDFAngCJABjHLCr6MilAGQB+8V1lnRghaUjgp4AxYJ
    4Ahgo3rHYKUilAEDS6oVTtR4ihiKxA14ABBkZWFkbGlmdC1iYXJiZWxsFgmAFJgBT3O5NqcilAEDE3tpR3+1gRrk1w54BBgJgBSYAXV8idGpIp
    QB9g6iXg+QhYEcoOsUeAQYAYAUvXS48KsilAHloRpgCj+Vih7e/BB4BBgJgBRwk3YNRK4ilAGX1HgExp9doyCqzRJ4ABRiaWNlcHMtY3VybC1k
    dW1iYmVsbAwBmAK7e8JksCKUAfMKV001b/iIIuqCEXgFCgmYApgBpno7ELUilAHE+ARL1Z5kkCjyrSV4ABZvdmVyaGVhZC1wcmVzcy1iYXJiZW
    xsCAGQCFBxl3W2IpQBZAt/mTFt3aoquJULeAYECZAImAFFdZZPuCKUAXAOorgB0A+0LP7nDngGCAGQCHlxG/i6IpQB8zOUJvyVPKsuiqIVeAYE
    CZAImAGsfWemvCKUAa24RieaLru2MJi5DXgAFXNrdWxsLWNydXNoZXItYmFyYmVsbBIJiARwAg8AFWhpcC1hZGR1Y3Rpb24tbWFjaGluZQGwBB
    T+jvyphGV4AXR/uDSdIpQBIx3ZUs5B5r0QdHG/g58ilAFRuSiOtW4SpgIB4AgU5KkMeAMSpX8xDqEilAF8BKbMM8PMpgIB4AgUjvgKeAMU53Y4
    bKIilAGWicQjGINqsQIB4AgWlI4KeAMWjHLCr6MilAGQB+8V1lnRggAQZGVhZGxpZnQtYmFyYmVsbAGAFBaKxA14AxijesdgpSKUAQNLqhVO1H
    iKBAGAFBjk1w54AxpPc7k2pyKUAQMTe2lHf7WBBAGAFBig6xR4Axx1fInRqSKUAfYOol4PkIWBBAGAFBje/BB4Ax69dLjwqyKUAeWhGmAKP5WK
    ABRiaWNlcHMtY3VybC1kdW1iYmVsbAGYAgyqzRJ4AyCTdg1EriKUAZfUeATGn12jBQGYAgrqghF4AyK7e8JksCKUAfMKV001b/iIABZvdmVyaG
    VhZC1wcmVzcy1iYXJiZWxsAZAICPKtJXgDKKZ6OxC1IpQBxPgES9WeZJAGAZAIBLiVC3gDKlBxl3W2IpQBZAt/mTFt3aoGAZAICP7nDngDLEV1
    lk+4IpQBcA6iuAHQD7QGAZAIBIqiFXgDLnlxG/i6IpQB8zOUJvyVPKsAFXNrdWxsLWNydXNoZXItYmFyYmVsbAGIBBKYuQ14AzCsfWemvCKUAa
    24RieaLru2
    """,
    "2.part": """
    AAAAAG0h0FSq6ksr0QAAALt5fkUA1JYB3fH56gDwJpqdnqcBpLgBB5i3PAOkXju/VPoF7ERDu34nCAAdMQ0aFNyvAaOh6TYVzDOnwxPOFrx/Q3
    HozxqoPG9LpgYpwAmvgHgqLOxuKqtdkiy8pwF2wUPCMMQXke1+wDFGoBfHAq4EogSgBKAEnAScBIgEmASQBKQEqAeQBKQEkASkBM77w88zrE0i
    UPkjNJx3Rs6IgDWcH92jI/k1CoJEkQQOxAghO+xV92Lf8zzcZiNDyRI9/A/PtJm3PvSeAUV4BLU/pJABAAAAAEaAx+9gQT1gYwAAABpt2QO4XK
    EeOQEBrgR26AuaMAAAsALPAfIB9gH1AfQBowGXApECkAKQAo4CjgKEAowCiAKSAogCzAGIApICiAKSAhWmTsHgRK1dDAAFsALPAfIB9gH1AZTS
    CIzb+c+DAwABAA==
    """,
  ]

  private static let log: [UInt8] = {
    var sample = SampleLog(events: 24, users: 2, seed: 12)
    var bytes: [UInt8] = []
    while sample.next(into: &bytes) {}
    return bytes
  }()

  @Test func `an older checkpoint is ignored, and the next one replaces it`() throws {
    let folder = TemporaryFolder()
    let path = folder.file("log")
    let checkpoint = Checkpoint.path(of: path)
    try put(Self.log, at: path)
    try FileManager.default.createDirectory(
      atPath: checkpoint, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700]
    )
    for (name, text) in Self.files {
      let bytes = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
      try put(Array(bytes), at: checkpoint + "/" + name)
    }
    let whole = Log(Self.log, name: "whole")
    let older = try Log(path: path)
    #expect(older.checkpoint == nil)
    for subject in Subject.all {
      #expect(try subject.replayed(older, nil) == subject.replayed(whole, nil), "\(subject)")
    }
    #expect(try Appender(path: path).extendCheckpoint(effort: 1 << 20)?.seq == 24)
    let kept = try Log(path: path)
    #expect(kept.checkpoint?.position.seq == 24)
    let files = try FileManager.default.contentsOfDirectory(atPath: checkpoint)
    #expect(files.contains("manifest") && !files.contains("1.part") && !files.contains("2.part"))
    for subject in Subject.all {
      #expect(try subject.replayed(kept, nil) == subject.replayed(whole, nil), "\(subject)")
    }
  }
}
