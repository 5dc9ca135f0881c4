// Personal bests of all users with simdjson On-Demand, in one pass over the mapped file.
//
// usage: simdjson_pbs LOG            prints the bests
//        simdjson_pbs --passes LOG   prints how many times it read the log for them
//
// Folds as replog does: the sets of a user's current session are kept until the next session begins, because
// that is when mistakes are corrected. A correction of an older set takes a second pass, which keeps all sets.
// Fast, since a slow yardstick flatters: one walk over the fields of a set, texts that are views of the mapped
// file, and a hash table made for few names take half of the time of std::string and std::unordered_map.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <simdjson.h>

using namespace simdjson;
using std::string_view;

namespace {

constexpr double kilogramsPerPound = 0.45359237;
/// Bytes indexed at a time; a line is at most this long. An eighth or four times as many are no faster.
constexpr size_t batchSize = 1 << 20;

/// A string of the log without its quotes, valid as long as the log is mapped; `copies` keeps those that had
/// escapes.
string_view text(ondemand::value value, std::deque<std::string>& copies) {
  string_view token = value.raw_json_token();
  // Any other value throws.
  if (token.front() != '"') return string_view(value.get_string());
  while (token.back() != '"') token.remove_suffix(1);
  string_view raw = token.substr(1, token.size() - 2);
  if (memchr(raw.data(), '\\', raw.size()) == nullptr) return raw;
  return copies.emplace_back(string_view(value.get_string()));
}

/// Small numbers for repeated strings, found in a table with open addressing.
class Names {
 public:
  Names() : slots_(1 << 13) {}

  uint32_t number(string_view text) {
    uint32_t& slot = slots_[place(text)];
    if (slot == 0) {
      texts_.emplace_back(copies_.emplace_back(text));
      slot = uint32_t(texts_.size());
      if (texts_.size() * 2 > slots_.size()) grow();
      return uint32_t(texts_.size() - 1);
    }
    return slot - 1;
  }

  string_view text(uint32_t number) const { return texts_[number]; }

 private:
  /// The hash of the first eight bytes, the last eight and the length.
  static size_t hash(string_view text) {
    uint64_t first = 0, last = 0;
    size_t part = std::min<size_t>(text.size(), 8);
    memcpy(&first, text.data(), part);
    memcpy(&last, text.data() + text.size() - part, part);
    auto product = (unsigned __int128)(first ^ 0x9e3779b97f4a7c15) *
                   (last ^ text.size() ^ 0xff51afd7ed558ccd);
    return size_t(product >> 64) ^ size_t(product);
  }

  /// The slot of a text, or the free one for it.
  size_t place(string_view text) const {
    size_t place = hash(text) & (slots_.size() - 1);
    while (slots_[place] != 0 && texts_[slots_[place] - 1] != text)
      place = (place + 1) & (slots_.size() - 1);
    return place;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (uint32_t number = 0; number < texts_.size(); ++number) slots_[place(texts_[number])] = number + 1;
  }

  /// One more than the number of a text; 0 for a free slot.
  std::vector<uint32_t> slots_;
  std::vector<string_view> texts_;
  /// The texts themselves, copied: comparing with the log where a text was first seen waits for memory.
  std::deque<std::string> copies_;
};

struct Set {
  string_view id, session;
  uint32_t exercise = 0;
  int64_t reps = 0;
  double kilograms = 0, seconds = 0, metres = 0;
  int64_t seq = 0;

  double score() const { return kilograms > 0 ? double(reps) * kilograms : 0; }

  /// Where nothing was lifted the product is 0, and the others decide.
  bool isBetterThan(const Set& other) const {
    double mine = score(), its = other.score();
    if (mine != its || mine != 0) return mine > its;
    return std::tuple(std::min(kilograms, 0.0), reps, seconds, metres) >
           std::tuple(std::min(other.kilograms, 0.0), other.reps, other.seconds, other.metres);
  }
};

/// One user's bests, and the sets that may still be corrected.
class Bests {
 public:
  /// The best sets by the number of the exercise; a set without an id where there is none.
  std::vector<Set> settled;

  void log(const Set& set, bool keepsAll) {
    if (session_ != set.session) {
      if (!keepsAll) settle();
      session_ = set.session;
    }
    kept_.push_back(set);
  }

  /// The set with this id; null when it is kept no more.
  Set* find(string_view id) {
    auto found = std::find_if(
        kept_.rbegin(), kept_.rend(), [&](const Set& set) { return set.id == id; });
    return found == kept_.rend() ? nullptr : &*found;
  }

  /// Drops what does not count; false when it was a best already.
  template <class Predicate>
  bool takeBack(Predicate isMeant) {
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(), isMeant), kept_.end());
    return std::none_of(settled.begin(), settled.end(), isMeant);
  }

  void settle() {
    for (auto& set : kept_) {
      if (set.exercise >= settled.size()) settled.resize(set.exercise + 1);
      Set& best = settled[set.exercise];
      if (best.id.empty() || set.isBetterThan(best)) best = set;
    }
    kept_.clear();
  }

 private:
  std::vector<Set> kept_;
  /// The session of the last set, copied: comparing with the last line of the user waits for memory.
  std::string session_;
};

class Fold {
 public:
  explicit Fold(bool keepsAll) : keepsAll_(keepsAll) {}

  bool isExact() const { return isExact_; }

  template <class Document>
  void apply(Document& line) {
    int64_t seq = line["seq"].get_int64();
    string_view id = text(line["id"], copies_);
    ondemand::value user;
    if (line["user"].get(user)) return;
    string_view name = text(user, copies_);
    string_view type = text(line["type"], copies_);
    bool logs = type == "SetLogged", revises = type == "SetRevised", removes = type == "SetRemoved";
    if (!logs && !revises && !removes && type != "SessionDiscarded") return;
    uint32_t number = users_.number(name);
    if (number == bests_.size()) bests_.emplace_back();
    Bests& bests = bests_[number];
    ondemand::object data = line["data"].get_object();
    if (logs) return log(bests, seq, id, data);
    if (revises) return revise(bests, data);
    string_view meant = text(data[removes ? "set" : "session"], copies_);
    bool wasOpen = bests.takeBack(
        [&](const Set& set) { return (removes ? set.id : set.session) == meant; });
    isExact_ = isExact_ && (wasOpen || keepsAll_);
  }

  /// Prints a line for each user and exercise, sorted by bytes.
  void print() {
    std::vector<std::string> rows;
    for (size_t user = 0; user < bests_.size(); ++user) {
      bests_[user].settle();
      for (auto& set : bests_[user].settled)
        if (!set.id.empty()) rows.push_back(row(uint32_t(user), set));
    }
    std::sort(rows.begin(), rows.end());
    for (auto& row : rows) fwrite(row.data(), 1, row.size(), stdout);
  }

 private:
  std::string row(uint32_t user, const Set& set) {
    char numbers[96];
    snprintf(
        numbers, sizeof numbers, "\t%.17g\t%lld\t%lld\n", set.score(), (long long)set.reps,
        (long long)set.seq);
    return std::string(users_.text(user)).append("\t").append(exercises_.text(set.exercise)) + numbers;
  }

  /// Reads all fields in one walk: looking up a field that is absent searches through all of them.
  void log(Bests& bests, int64_t seq, string_view id, ondemand::object& data) {
    Set set;
    set.id = id;
    set.seq = seq;
    bool isPounds = false;
    for (auto field : data) {
      ondemand::raw_json_string key = field.key();
      ondemand::value value = field.value();
      switch (key.raw()[0]) {
        case 's':
          if (key == "session") set.session = text(value, copies_);
          else if (key == "seconds") set.seconds = amount(value);
          break;
        case 'e':
          if (key == "exercise") set.exercise = exercises_.number(text(value, copies_));
          break;
        case 'r':
          if (key == "reps") set.reps = value.get_int64();
          break;
        case 'w':
          if (key == "weight") set.kilograms = amount(value);
          break;
        case 'u':
          if (key == "unit") isPounds = text(value, copies_) == "lb";
          break;
        case 'm':
          if (key == "metres") set.metres = amount(value);
          break;
      }
    }
    if (isPounds) set.kilograms *= kilogramsPerPound;
    bests.log(set, keepsAll_);
  }

  void revise(Bests& bests, ondemand::object& data) {
    Set* set = bests.find(text(data["set"], copies_));
    if (!set) {
      isExact_ = isExact_ && keepsAll_;
      return;
    }
    int64_t reps;
    if (!data["reps"].get_int64().get(reps)) set->reps = reps;
    double weight;
    if (data["weight"].get_double().get(weight)) return;
    string_view unit;
    bool isPounds = !data["unit"].get_string().get(unit) && unit == "lb";
    set->kilograms = isPounds ? weight * kilogramsPerPound : weight;
  }

  /// The number in a field; 0 where there is none.
  static double amount(ondemand::value value) {
    double number;
    return value.get_double().get(number) ? 0 : number;
  }

  bool keepsAll_;
  bool isExact_ = true;
  Names users_, exercises_;
  std::vector<Bests> bests_;
  std::deque<std::string> copies_;
};

/// A file in memory with the padding behind it that simdjson demands.
struct MappedFile {
  const char* bytes = nullptr;
  size_t size = 0, capacity = 0;

  explicit MappedFile(const char* path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
      perror(path);
      exit(1);
    }
    size = size_t(status.st_size);
    capacity = size + SIMDJSON_PADDING;
    // Zeros first, the file over them: the end of the last page and the one behind it stay readable.
    void* start = mmap(nullptr, capacity, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (size > 0) start = mmap(start, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
    bytes = static_cast<const char*>(start);
    close(file);
  }
};

Fold folded(const MappedFile& file, bool keepsAll) {
  Fold fold(keepsAll);
  ondemand::parser parser;
  ondemand::document_stream lines = parser.iterate_many(file.bytes, file.size, batchSize);
  for (auto line : lines) {
    auto document = line.value();
    fold.apply(document);
  }
  return fold;
}

}  // namespace

int main(int count, char** arguments) try {
  if (count == 2 && string_view(arguments[1]) == "--version") {
    printf(
        "%d.%d.%d %s\n", SIMDJSON_VERSION_MAJOR, SIMDJSON_VERSION_MINOR, SIMDJSON_VERSION_REVISION,
        get_active_implementation()->name().c_str());
    return 0;
  }
  bool countsPasses = count == 3 && string_view(arguments[1]) == "--passes";
  MappedFile file(arguments[count - 1]);
  int passes = 1;
  Fold fold = folded(file, false);
  if (!fold.isExact()) {
    fold = folded(file, true);
    passes = 2;
  }
  if (countsPasses) printf("%d\n", passes);
  else fold.print();
} catch (const std::exception& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
