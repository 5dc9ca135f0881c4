/// The last cell of one kind, with its value.
struct LastCell<Value> {
  private var last: (text: ExactText, value: Value)?

  /// The value of a cell that equals the last one; nil for any other cell.
  subscript(cell: TrainingCells.Cell) -> Value? {
    get { last.flatMap { $0.text == ExactText(cell.text) ? $0.value : nil } }
    set { last = newValue.map { (ExactText(cell.text), $0) } }
  }
}
