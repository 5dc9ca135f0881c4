import Events

/// A motivational quote, one for each day of each user.
public struct Quote: Equatable, Sendable {
  public let text: String
  /// The author or the book; nil for none.
  public let source: String?

  private init(_ text: String, _ source: String? = nil) {
    (self.text, self.source) = (text, source)
  }

  /// Returns the quote of a user's day, chosen by a hash of both; it is the same on every machine.
  public static func of(_ user: Name?, on day: LocalDay) -> Quote {
    let hash = stableHash(of: ["quote", user?.text ?? "", day.description])
    return all[Int(hash % UInt64(all.count))]
  }

  /// All quotes; those with a source are in the public domain, in old translations.
  static let all = [
    Quote("Whatsoever thy hand findeth to do, do it with thy might.", "Ecclesiastes 9:10"),
    Quote("I can do all things through Christ which strengtheneth me.", "Philippians 4:13"),
    Quote("They shall run, and not be weary; and they shall walk, and not faint.", "Isaiah 40:31"),
    Quote("Let us run with patience the race that is set before us.", "Hebrews 12:1"),
    Quote("Be not weary in well doing: for in due season we shall reap.", "Galatians 6:9"),
    Quote("Iron sharpeneth iron.", "Proverbs 27:17"),
    Quote("The soul of the diligent shall be made fat.", "Proverbs 13:4"),
    Quote("Thou hast power over thy mind, not outside events.", "after Marcus Aurelius"),
    Quote("What stands in the way becomes the way.", "after Marcus Aurelius, Meditations 5.20"),
    Quote("No great thing is created suddenly.", "Epictetus, Discourses 1.15"),
    Quote("Practise yourself, for heaven's sake, in little things.", "Epictetus, Discourses 1.18"),
    Quote("It is not because things are difficult that we do not dare.", "Seneca, Letters 104"),
    Quote("Fire is the test of gold; adversity, of strong men.", "Seneca, On Providence 5"),
    Quote("Well begun is half done.", "Aristotle, Politics 5.4"),
    Quote("A journey of a thousand miles begins with a single step.", "Lao Tzu, Tao Te Ching 64"),
    Quote("Little strokes fell great oaks.", "Benjamin Franklin"),
    Quote("Energy and persistence conquer all things.", "Benjamin Franklin"),
    Quote("Diligence is the mother of good luck.", "Benjamin Franklin"),
    Quote("Be sure you put your feet in the right place, then stand firm.", "Abraham Lincoln"),
    Quote("He conquers who endures.", "Persius"),
    Quote("Fall seven times, stand up eight.", "a Japanese proverb"),
    Quote("The first one is the one that gets you off the floor."),
    Quote("Nobody counts the days you thought about it."),
    Quote("A short session today beats a long one never."),
    Quote("Slow down, full range, and count only what you would show."),
    Quote("The log remembers what you would rather not. Give it something good."),
    Quote("Strong is a habit before it is a number."),
    Quote("Rest is part of the plan; quitting is not."),
    Quote("One more than yesterday is a programme."),
    Quote("You do not have to feel like it. You only have to do it."),
    Quote("Weak days count double: they keep the streak."),
  ]
}
