import Testing

@testable import Events

@Suite struct XXH64Tests {
  static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    Bytes.of(bytes) { XXH64.hash($0, seed: seed) }
  }

  @Test(
    arguments: [
      ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
    ] as [(String, UInt64)])
  func `XXH64 gives the published results`(_ text: String, _ expected: UInt64) {
    #expect(XXH64Tests.hash(Array(text.utf8)) == expected)
  }

  /// The length, the hash with seed 0, and the hash with seed 0x9e3779b185ebca87; the bytes are (i * 7 + 3) & 255.
  /// The reference implementation (PyPI xxhash) computed the hashes.
  static let vectors: [(Int, UInt64, UInt64)] = [
    (0, 0xef46_db37_51d8_e999, 0x6ec6_d05f_61c7_e7a7),
    (1, 0x1f25_c8d0_bc1f_4bb6, 0xc960_5b95_df42_dc9b),
    (3, 0x31d2_363f_52e5_64c9, 0x01e4_5ca3_ec3e_b0cc),
    (4, 0x9bb6_4b7d_66ee_9fda, 0x37da_6d96_4719_cae7),
    (7, 0x9a7b_1499_59ce_60d8, 0xcab8_76a7_0dc4_6b71),
    (8, 0xdab9_9d95_c6f9_0092, 0x9468_866a_d01e_d76f),
    (15, 0x1b47_cb82_43cc_8e32, 0x55bf_f360_c339_f7a5),
    (16, 0x4348_5023_2b78_7be2, 0x1537_847d_3b6d_0609),
    (31, 0xa2aa_5f33_cc4a_6119, 0xe8cb_f0e0_0f19_0c6e),
    (32, 0x23c3_c17e_f790_fd97, 0x7ce1_c68e_13aa_e778),
    (33, 0x50a7_cfc7_ba58_8784, 0x89d5_7d87_d9f5_0a9d),
    (63, 0x5e3e_54b4_31c7_493c, 0x542d_1a3f_c194_a1cc),
    (64, 0x0eb6_4b3e_f6ee_b01f, 0xf92f_a17e_1a94_a799),
    (100, 0xa61f_8d4c_170f_e531, 0x9869_d9ef_8505_1be9),
    (255, 0x39ae_55a2_9989_206f, 0x3c5b_1488_fbd9_9ef1),
  ]

  @Test(arguments: vectors)
  func `every length hashes as in the reference implementation`(
    _ length: Int, _ unseeded: UInt64, _ seeded: UInt64
  ) {
    let bytes = (0..<length).map { UInt8(($0 * 7 + 3) & 255) }
    #expect(XXH64Tests.hash(bytes) == unseeded)
    #expect(XXH64Tests.hash(bytes, seed: 0x9e37_79b1_85eb_ca87) == seeded)
  }
}
