import Events
import Projections

extension ProfileView {
  /// Returns the profile, with one fact per line.
  func lines(_ form: TableForm) -> String {
    guard let row = rows.first else { return Self.emptyLine }
    let name = row.name.map { " (\(inert($0)))" } ?? ""
    var lines = [("", "\(row.user.map { inert($0.text) } ?? "–")\(name)")]
    lines.append(("sex", row.sex?.rawValue ?? "–"))
    let age = age.map { ", \($0) years" } ?? ""
    lines.append(("born", row.bornOn.map { "\($0)\(age)" } ?? "–"))
    lines.append(("height", row.heightCm.map { "\(decimal($0, places: 1)) cm" } ?? "–"))
    let weighed = row.weighed.map {
      "\(kilograms($0.weight.kilograms, in: form.unit)), \(minute($0.at))"
    }
    lines.append(("weight", weighed ?? "–"))
    lines.append(("unit", row.unit?.rawValue ?? "–"))
    lines.append(("goal", row.goal?.rawValue ?? "–"))
    for max in row.maxes { lines.append((max.lift.rawValue, shown(max.weight, in: form.unit))) }
    let total = row.total.map {
      "\(kilograms($0.kilograms, in: .kg)), \(kilograms($0.kilograms, in: .lb))"
    }
    lines.append(("total", total ?? "–"))
    let points = row.points.map {
      "Wilks \(decimal($0.wilks, places: 2)), DOTS \(decimal($0.dots, places: 2))"
    }
    lines.append(("points", points ?? "–"))
    for setting in row.settings { lines.append((inert(setting.key.text), inert(setting.value))) }
    let width = lines.map { $0.0.count }.max() ?? 0
    return lines.map { title, text in
      title.isEmpty ? text : title + String(repeating: " ", count: width - title.count + 2) + text
    }.joined(separator: "\n") + "\n"
  }
}
